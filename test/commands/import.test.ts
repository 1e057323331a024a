import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { usualPlaces } from '../../source/intake/scan.ts';
import { tempFolder } from '../helpers/world.ts';
import { desk, refusal } from './desk.ts';

const FIXTURES = join(import.meta.dirname, '../intake/fixtures');

describe('arborist import', () => {
	test('says of each file what became of its records, and the sum', async () => {
		const { type } = desk();
		const { text, json, status } = await type('import', join(FIXTURES, 'claude-code'));
		expect(text).toContain('33 records = 16 in turns + 5 merged + 12 skipped · 7 new turns in 2 new sessions');
		expect(text).toContain('skipped: 4 note · 2 tool output');
		expect(text).toContain('repaired: 1 missing parent replaced by the record before');
		expect(status).toBe(0);
		expect(json.total).toMatchObject({ records: 33, in_turns: 16, merged: 5, turns: 7, sessions: 2 });
		expect(json.files).toHaveLength(2);
	});

	test('of one file that is no history, that alone is said', async () => {
		const { type } = desk();
		const path = join(tempFolder(), 'odd.json');
		writeFileSync(path, '{"not": "a history"}');
		expect((await type('import', path)).text).toMatch(/^[^\n]+odd\.json is no history that is known here\.$/);
	});

	test('an empty folder says so', async () => {
		const { text } = await desk().type('import', tempFolder());
		expect(text).toBe('There is no file in it.');
	});

	test('--dry-run says the same, and takes nothing in', async () => {
		const { type, forest } = desk({ inFile: true });
		const dry = await type('import', FIXTURES, '--dry-run');
		expect(dry.json.dry_run).toBe(true);
		expect(dry.text).toContain('Nothing was taken in: this was a dry run.');
		expect(forest.sessions()).toEqual([]);
		const real = await type('import', FIXTURES);
		expect({ ...dry.json, dry_run: false }).toEqual(real.json);
		expect((await type('import', FIXTURES, '--dry-run')).json.total).toMatchObject({ in_turns: 0, turns: 0 });
	});

	test('a file that is refused gets a sentence, and the status says so', async () => {
		const { type } = desk();
		const path = join(tempFolder(), 'odd\u001b[2J.json');
		writeFileSync(path, '{"not": "a history"}');
		const { text, status } = await type('import', path, join(FIXTURES, 'qwen-code'));
		expect(text).toContain('is no history that is known here.');
		expect(text).toContain('1 new turn in 1 new session');
		expect(text).not.toContain('\u001b');
		expect(status).toBe(1);
	});

	test('shows how far it is, stops when told to, and goes on', async () => {
		const seen: string[] = [];
		const { type } = desk({
			onProgress(line, stop) {
				if (line !== null) seen.push(line);
				if (line?.includes('turns/s')) stop();
			},
		});
		const { text, status } = await type('import', FIXTURES);
		expect(seen.some((line) => /^█*░* \d+% · [\d,]+ turns? · [\d,]+ turns\/s · \d+ s left · /.test(line))).toBe(true);
		expect(text).toContain('Stopped; what is in stays. Import again to go on.');
		expect(status).toBe(1);
	});

	test('needs a path', async () => {
		expect(await refusal(desk().type('import', ''))).toMatchObject({ code: 'USAGE', message: 'A path is empty.' });
	});

	test('what was imported is found by its tool, and inspected with its name there', async () => {
		const { type, sids } = desk();
		await type('import', join(FIXTURES, 'qwen-code'));
		const [sid] = sids();
		expect((await type('show', `${sid}-000001`)).text).toMatch(/source +qwen-code {2}e/);
		expect((await type('show', `${sid}-000001`)).text).toMatch(/tools +read_file 1/);
		expect((await type('session', '--find', 'source:qwen-code weasel')).text).toContain('What is a stoat?');
	});
});

test('--scan looks where tools keep their histories, and where they were told to', () => {
	const paths = usualPlaces('/home/me', { CODEX_HOME: '/data/codex', XDG_DATA_HOME: '/data' }).map(({ path }) => path);
	expect(paths).toContain('/home/me/.claude/projects');
	expect(paths).toContain('/data/codex/sessions');
	expect(paths).toContain('/data/opencode/opencode.db');
});

describe('arborist export', () => {
	test('writes a new file, its format by its name, readable by its owner only', async () => {
		const { type, plant } = desk();
		const { bates } = plant('tea > (black | green)');
		const path = join(tempFolder(), 'tea.html');
		const { text, json } = await type('export', bates('tea'), '--out', path);
		expect(text).toMatch(/tea\.html {2}[\d.]+ KB$/);
		expect(json).toEqual({ format: 'html', file: path, bytes: statSync(path).size });
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(readFileSync(path, 'utf8')).toContain('<!doctype html>');
		expect(await refusal(type('export', '--all', '--out', path))).toMatchObject({ code: 'FILE_EXISTS' });
	});

	test('goes to standard output when no file is named', async () => {
		const { type, plant } = desk();
		const { bates, sid } = plant('tea > (black | green)');
		expect((await type('export', bates('black'), '--path')).text).toContain('## 2. black');
		expect((await type('export', '--sid', sid, '--as', 'jsonl')).text.split('\n')).toHaveLength(2);
		expect(JSON.parse((await type('export', '--all', '--as', 'json')).text).turns).toHaveLength(3);
	});

	test('says what it needs', async () => {
		const { type, plant } = desk();
		plant('tea');
		expect(await refusal(type('export'))).toMatchObject({ code: 'USAGE' });
		expect(await refusal(type('export', '1', '--all'))).toMatchObject({ code: 'USAGE' });
		expect(await refusal(type('export', '1', '--as', 'pdf'))).toMatchObject({ message: 'There is no format “pdf”.' });
		expect(await refusal(type('export', '1', '--out', '/nowhere/at/all.md'))).toMatchObject({ code: 'FILE_NOT_FOUND' });
	});
});
