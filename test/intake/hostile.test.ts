import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importHistories } from '../../source/intake/intake.ts';
import { addsUp } from '../../source/intake/report.ts';
import { values } from '../../source/intake/values.ts';
import { HOSTILE } from '../helpers/hostile.ts';
import { memoryWorld, tempFolder } from '../helpers/world.ts';
import { outlineOf } from './outline.ts';
import { zipOf } from './zip.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

function written(text: string | Uint8Array, name = 'some.json'): string {
	const path = join(tempFolder(), name);
	writeFileSync(path, text);
	return path;
}

async function taken(...paths: string[]) {
	const { forest } = memoryWorld();
	const report = await importHistories(forest, paths);
	expect(report.files.every(addsUp)).toBe(true);
	expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
	return { forest, ...report };
}

interface Node {
	id: string;
	parent: string | null;
	role?: string;
	text?: string;
	children?: string[];
}

/** A chat of ChatGPT with these nodes. */
function chat(nodes: readonly Node[], id = 'c'): object {
	const mapping = Object.create(null) as Record<string, unknown>;
	for (const [
		index,
		{ id: key, parent, role = index % 2 ? 'assistant' : 'user', text = key, children = [] },
	] of nodes.entries()) {
		const content = { content_type: 'text', parts: [text] };
		mapping[key] = {
			id: key,
			parent,
			children,
			message: { id: key, author: { role }, content, create_time: 1_700_000_000 + index },
		};
	}
	return { title: id, create_time: 1_700_000_000, conversation_id: id, mapping };
}

describe('trees that cannot be', () => {
	test('circles, own parents, children that disagree with parents: cut, counted and named', async () => {
		const circle = [
			{ id: 'a', parent: 'c' },
			{ id: 'b', parent: 'a' },
			{ id: 'c', parent: 'b' },
			{ id: 'd', parent: 'd' },
			{ id: 'e', parent: 'c', children: ['a', 'b', 'nowhere'] },
		];
		const { forest, total } = await taken(written(JSON.stringify([chat(circle)])));
		expect(total.repairs).toEqual({ 'circle of parents cut': 1, 'own parent cut': 1 });
		expect(total.records).toBe(5);
		const said = outlineOf(forest).join('\n');
		for (const text of ['a', 'b', 'c', 'd', 'e']) expect(said).toMatch(new RegExp(`\\b${text}\\b`));
	});

	test('what hangs below a circle keeps its place, wherever it stands in the file', async () => {
		const circle = [
			{ id: 'e', parent: 'b' },
			{ id: 'a', parent: 'b' },
			{ id: 'b', parent: 'a' },
		];
		const { total } = await taken(written(JSON.stringify([chat(circle)])));
		expect(total.repairs).toEqual({ 'circle of parents cut': 1 });
	});

	test('ids that are names of an object’s own things are just ids', async () => {
		const ids = ['__proto__', 'constructor', '', 'toString', 'hasOwnProperty'];
		const nodes = ids.map((id, index) => ({
			id,
			parent: index === 0 ? null : (ids[index - 1] as string),
			text: `said by ${id}`,
		}));
		const text = JSON.stringify([chat(nodes)]);
		const { forest, total } = await taken(written(text));
		expect(total).toMatchObject({ records: 5, in_turns: 5, turns: 3 });
		expect(outlineOf(forest)[1]).toBe('  said by __proto__ = said by constructor');
		expect(Object.keys(Object.prototype)).toEqual([]);
	});

	test('the same id again is counted', async () => {
		const line = {
			type: 'user',
			uuid: 'u',
			parentUuid: null,
			sessionId: 's',
			timestamp: '2025-01-01T00:00:00Z',
			message: { content: 'once' },
		};
		const { total } = await taken(written(`${JSON.stringify(line)}\n${JSON.stringify(line)}\n`));
		expect(total).toMatchObject({ records: 2, in_turns: 1, skipped: { 'same id again': 1 } });
	});

	test('a chain of 6,000 and a fan of 6,000 come in whole', async () => {
		const count = 6000;
		const chain = Array.from({ length: count }, (_, index) => ({
			id: `n${index}`,
			parent: index === 0 ? null : `n${index - 1}`,
		}));
		const fan = Array.from({ length: count }, (_, index) => ({
			id: `n${index}`,
			parent: index === 0 ? null : 'n0',
			role: index === 0 ? 'user' : 'assistant',
		}));
		const { total } = await taken(written(JSON.stringify([chat(chain, 'chain'), chat(fan, 'fan')])));
		expect(total).toMatchObject({ records: 2 * count, in_turns: 2 * count, turns: count / 2 + count - 1 });
	});

	test('nested replies 6,000 deep', async () => {
		const count = 6000;
		const message = (index: number) =>
			`{"messageId":"${index}","isCreatedByUser":${index % 2 === 0},"text":"${index}","children":[`;
		const text = `{"conversationId":"deep","messagesTree":[${Array.from({ length: count }, (_, index) => message(index)).join('')}${']}'.repeat(count)}]}`;
		const { total } = await taken(written(text));
		expect(total).toMatchObject({ records: count, in_turns: count, turns: count / 2 });
	});
});

describe('texts', () => {
	test.each(HOSTILE)('a text that $does is kept, well-formed', async ({ text }) => {
		const { forest, total } = await taken(
			written(
				JSON.stringify([
					chat(
						[
							{ id: 'q', parent: null, text },
							{ id: 'a', parent: 'q', text },
						],
						text,
					),
				]),
			),
		);
		expect(total.turns).toBe(1);
		const [session] = forest.sessions();
		const turn = forest.turn(session?.current_bates ?? '');
		expect(turn?.question).toBe(text.toWellFormed().replaceAll('\0', ''));
	});

	test('base64 is never kept', async () => {
		const text = `see data:image/png;base64,${'iVBORw0KGgo'.repeat(100)} here`;
		const { forest } = await taken(written(JSON.stringify([chat([{ id: 'q', parent: null, text }])])));
		expect(outlineOf(forest)[1]).toBe('  see [image/png, 1122 characters of base64] here =  (cancelled, here)');
	});

	test('times that are none, or far away', async () => {
		const nodes = [1e300, -1e300, Number.NaN, '2025', null].map((time, index) => [`n${index}`, time] as const);
		const mapping = Object.fromEntries(
			nodes.map(([id, create_time]) => [
				id,
				{
					id,
					parent: null,
					children: [],
					message: { author: { role: 'user' }, content: { parts: [id] }, create_time },
				},
			]),
		);
		const { total } = await taken(
			written(JSON.stringify([{ title: 't', create_time: 1e18, conversation_id: 'x', mapping }])),
		);
		expect(total.turns).toBe(5);
	});

	test('no times at all: conversations and turns stay in the order of the file', async () => {
		const lines = [1, 2, 3, 4, 5].map((n) => {
			const said = (role: string, what: string) => ({ role, content: `${what} ${n}` });
			return JSON.stringify({
				messages: [said('user', 'first'), said('assistant', 'a'), said('user', 'then'), said('assistant', 'b')],
			});
		});
		const { forest } = await taken(written(lines.join('\n'), 'some.jsonl'));
		const turns = forest.sessions().map(({ sid }) => [1, 2].map((seq) => forest.turn(`${sid}-00000${seq}`)));
		expect(turns.map(([turn]) => turn?.question)).toEqual([5, 4, 3, 2, 1].map((n) => `first ${n}`));
		for (const [first, then] of turns)
			expect(Date.parse(then?.created_at ?? '')).toBe(Date.parse(first?.created_at ?? '') + 1);
	});
});

describe('files', () => {
	const good = join(FIXTURES, 'librechat', 'flat.json');

	test.each([
		['empty', '', 'is empty'],
		['cut', '[{"title": "x", "mapping": {"a"', 'is no JSON that can be read'],
		['of noise', Buffer.from([1, 2, 0, 3, 255, 254]), 'is no history that is known here'],
		['packed with zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1]), 'is packed: unpack it with `zstd -d` first'],
		['packed with gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0]), 'is packed: unpack it with `gunzip` first'],
		['a database that is none', Buffer.from('SQLite format 3\0 but no more'), 'is no database that can be read'],
		['a zip that is none', Buffer.from('PK\u0003\u0004 but no more'), /^cannot be read: /],
	])('one that is %s is refused in a sentence, and the rest goes in', async (_what, text, reason) => {
		const { files, total } = await taken(written(text), good);
		expect(files.find(({ tool }) => tool === null)?.refused).toEqual(
			typeof reason === 'string' ? reason : expect.stringMatching(reason),
		);
		expect(total.turns).toBe(3);
	});

	test('a cut export comes in up to the cut', async () => {
		const whole = JSON.stringify([chat([{ id: 'q', parent: null }], 'one'), chat([{ id: 'q', parent: null }], 'two')]);
		const { total } = await taken(written(whole.slice(0, -40)));
		expect(total).toMatchObject({ records: 2, in_turns: 1, skipped: { 'not JSON': 1 } });
	});

	test('a line that is too long is counted, and the next is read', async () => {
		const chunks = async function* () {
			yield Buffer.from(`{"a":1}\n"${'x'.repeat(50)}`);
			yield Buffer.from(`${'x'.repeat(50)}"\n{"b":2}\n\n{"c"`);
		};
		const pieces = [];
		for await (const piece of values(chunks(), 'lines', 40)) pieces.push(piece);
		expect(pieces).toEqual([{ value: { a: 1 } }, { fault: 'too long' }, { value: { b: 2 } }, { fault: 'not JSON' }]);
	});

	test('an array is split the same however its bytes arrive', async () => {
		const text = ` [ {"a": "]},\\"{[" }, 2, "\\\\", [1, [2]], "日本", {} ] `;
		const bytes = Buffer.from(text);
		for (let size = 1; size < 12; size++) {
			const chunks = async function* () {
				for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
			};
			const found = [];
			for await (const { value } of values(chunks(), 'array')) found.push(value);
			expect(found).toEqual(JSON.parse(text));
		}
	});

	test('links in a folder are not followed', async () => {
		const folder = tempFolder();
		symlinkSync(good, join(folder, 'link.json'));
		symlinkSync(folder, join(folder, 'round'));
		expect((await taken(folder)).files).toEqual([]);
	});

	test('what a build, a repository or a database left beside the histories is not looked at', async () => {
		const folder = tempFolder();
		for (const [at, name] of [
			['node_modules', 'a.json'],
			['.git', 'a.json'],
			['.', 'a.db-wal'],
			['.', 'a.db-shm'],
			['chats', 'a.json'],
		] as const) {
			mkdirSync(join(folder, at), { recursive: true });
			writeFileSync(join(folder, at, name), '{"no":"history"}');
		}
		const { files, total } = await taken(folder);
		expect([files.length, total.sessions]).toEqual([0, 0]);
		writeFileSync(join(folder, 'chats', 'b.json'), JSON.stringify([chat([{ id: 'q', parent: null }])]));
		writeFileSync(join(folder, 'node_modules', 'b.json'), JSON.stringify([chat([{ id: 'r', parent: null }], 'd')]));
		expect((await taken(folder)).total.sessions).toBe(1);
	});

	test('what is no regular file is named when it is asked for, and passed over in a folder', async () => {
		const folder = tempFolder();
		execFileSync('mkfifo', [join(folder, 'pipe.json')]);
		expect((await taken(join(folder, 'pipe.json'))).files).toMatchObject([{ refused: 'is no regular file' }]);
		expect((await taken(folder)).files).toEqual([]);
	});

	test('a mark at the beginning of a text is no part of it', async () => {
		const list = JSON.stringify([
			{ role: 'user', content: 'Why?' },
			{ role: 'assistant', content: 'So.' },
		]);
		expect((await taken(written(`\ufeff${list}`))).total).toMatchObject({ in_turns: 2, sessions: 1 });
	});

	test('a folder that may not be read is named', async () => {
		const folder = tempFolder();
		mkdirSync(join(folder, 'closed'), { mode: 0 });
		const isRoot = process.getuid?.() === 0;
		const { files } = await taken(folder);
		expect(files.map(({ refused }) => refused)).toEqual(isRoot ? [] : ['may not be read']);
	});
});

describe('archives', () => {
	const flat = {
		messages: [{ messageId: 'q', isCreatedByUser: true, text: 'Why?' }],
		conversationId: 'z',
		title: 'Zipped',
	};

	test('entries are read wherever their names lead, and nothing is written', async () => {
		const names = ['../../outside.json', '/etc/outside.json', 'c:\\outside.json', 'fine/inside.json'];
		const entries = names.map((name, index) => ({
			name,
			text: JSON.stringify({ ...flat, conversationId: name, title: `${index}` }),
		}));
		const path = written(zipOf(entries), 'export.zip');
		const { total, files } = await taken(path);
		expect(total.sessions).toBe(4);
		expect(files.map(({ name }) => name.split(' › ')[1]).sort()).toEqual([...names].sort());
		expect(readdirSync(join(path, '..'))).toEqual(['export.zip']);
		expect(existsSync('/etc/outside.json')).toBe(false);
	});

	test('shards are one export', async () => {
		const entries = [2, 10, 1].map((shard) => ({
			name: `conversations-${shard}.json`,
			text: JSON.stringify([chat([{ id: 'q', parent: null }], `c${shard}`)]),
		}));
		const { files } = await taken(
			written(zipOf([...entries, { name: 'user.json', text: '{"email":"a@b.example"}' }]), 'export.zip'),
		);
		expect(files.map(({ name }) => name.split(' › ')[1])).toEqual([
			'conversations-1.json',
			'conversations-2.json',
			'conversations-10.json',
		]);
	});

	test('a bomb is refused by what it says, and by what it does', async () => {
		const bomb = written(zipOf([{ name: 'bomb.json', text: ' '.repeat(1000), says: 100_000_000 }]), 'bomb.zip');
		expect((await taken(bomb)).files).toMatchObject([{ refused: 'unpacks to far more than a history does' }]);
		const liar = written(zipOf([{ name: 'liar.json', text: JSON.stringify(flat), says: 10 }]), 'liar.zip');
		expect((await taken(liar)).files[0]?.refused).toMatch(/^cannot be read: /);
	});

	test('what is encrypted, or packed in a way that is not known, is named', async () => {
		const text = JSON.stringify(flat);
		const path = written(
			zipOf([
				{ name: 'a.json', text, encrypted: true },
				{ name: 'b.json', text, method: 99 },
				{ name: 'c.json', text },
			]),
			'some.zip',
		);
		const { files, total } = await taken(path);
		expect(files.map(({ refused }) => refused)).toEqual([
			'is encrypted',
			'is packed in a way that is not known here',
			null,
		]);
		expect(total.sessions).toBe(1);
	});

	test('archives in archives, and databases in archives, have to be unpacked', async () => {
		const inner = zipOf([{ name: 'a.json', text: '{}' }]);
		const path = written(
			zipOf([
				{ name: 'inner.zip', text: inner },
				{ name: 'x.db', text: Buffer.from('SQLite format 3\0') },
			]),
			'outer.zip',
		);
		const { files } = await taken(path);
		expect(files.map(({ refused }) => refused).sort()).toEqual([
			'is a database in an archive: unpack it first',
			'is an archive in an archive: unpack it first',
		]);
	});

	test('a damaged entry is named, and the others go in', async () => {
		const zip = zipOf([
			{ name: 'a.json', text: JSON.stringify(flat) },
			{ name: 'b.json', text: JSON.stringify({ ...flat, conversationId: 'b' }), damaged: true },
		]);
		const { total, files } = await taken(written(zip, 'export.zip'));
		expect(total.sessions).toBe(1);
		expect(files.filter(({ refused }) => refused !== null)).toHaveLength(1);
	});

	test('an archive that the system’s own program made', async ({ skip }) => {
		const folder = tempFolder();
		try {
			execFileSync('zip', ['-q', '-r', join(folder, 'made.zip'), 'chatgpt'], { cwd: FIXTURES });
		} catch {
			skip('there is no zip here');
		}
		const { total, others } = await taken(join(folder, 'made.zip'));
		expect(total).toMatchObject({ records: 16, turns: 5 });
		expect(others).toBe(2);
	});
});
