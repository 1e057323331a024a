import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSessionQuery, LiveSessions, openShardSource } from '../../source/query/package.ts';
import { SAMPLES } from '../helpers/shards.ts';
import { fileWorld, tempFolder } from '../helpers/world.ts';
import { codeOf } from './corpus.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

test('another program inspects a shard that is in use', async () => {
	const { path, plant } = fileWorld();
	const { sids } = plant('tea > milk ; ^milk > foam');
	const source = openShardSource(path);
	const query = createSessionQuery({ live: new LiveSessions(), persisted: source });
	expect((await query.listSessions()).records.map(({ header }) => header.id)).toEqual([...sids].reverse());
	const { target } = await query.readEvent({ sessionId: sids[1] as string, seq: 2 });
	expect(target.data).toMatchObject({ question: 'foam' });
	source.close();
	expect(await codeOf(query.listSessions())).toBe('PERSISTENCE_FAILED');
});

test.each(SAMPLES)('reads $name, written by another program and never completed', async ({ file }) => {
	const source = openShardSource(file);
	const query = createSessionQuery({ live: new LiveSessions(), persisted: source });
	const { records, problems } = await query.listSessions();
	expect([records.length > 0, problems]).toEqual([true, []]);
	for (const { header } of records) {
		const { events } = await query.listEvents(header.id);
		expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
		for (const { seq } of events) await query.traceEvent({ sessionId: header.id, seq });
	}
	source.close();
});

test('what is no shard says so', async () => {
	expect(await codeOf(() => openShardSource(join(tempFolder(), 'none.db')))).toBe('PERSISTENCE_FAILED');
});

test('the types that the build makes are those that docs/query.md uses', () => {
	const folder = tempFolder();
	const tsc = (project: string, ...more: string[]) =>
		execFileSync(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc'), '-p', project, ...more]);
	mkdirSync(join(folder, 'node_modules/arborist'), { recursive: true });
	symlinkSync(join(PROJECT, 'package.json'), join(folder, 'node_modules/arborist/package.json'));
	tsc(join(PROJECT, 'tsconfig.query.json'), '--outDir', join(folder, 'node_modules/arborist/dist/types'));
	writeFileSync(
		join(folder, 'use.ts'),
		`import { createSessionQuery, LiveSessions, openShardSource, SessionQueryError } from 'arborist/query';
		const persisted = openShardSource('sessions.db');
		const query = createSessionQuery({ live: new LiveSessions(), persisted });
		const { events } = await query.listEvents('id');
		for (const event of events) {
			const said: string | null = event.type === 'node_added' ? event.data.question : event.data.bates;
			const surface: 'current' | 'shadowed' | 'branch' | 'log-only' = event.surface;
			// @ts-expect-error a class is no number
			const wrong: number = event.surface;
			void [said, surface, wrong, SessionQueryError];
		}`,
	);
	const options = {
		module: 'nodenext',
		target: 'es2023',
		strict: true,
		noEmit: true,
		types: [],
		preserveSymlinks: true,
	};
	writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
	writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
	expect(() => tsc(folder)).not.toThrow();
});
