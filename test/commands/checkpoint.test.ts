import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isConsistent } from '../../source/hash/log-tree.ts';
import { parseNote, signatureOf } from '../../source/store/note.ts';
import { signingKey } from '../../source/store/signing-key.ts';
import { behindItsBack } from '../helpers/shards.ts';
import { ask, newTurn, tempFolder } from '../helpers/world.ts';
import { desk, refusal } from './desk.ts';

function planted() {
	const at = desk({ inFile: true });
	const grown = at.plant('tea = a leaf 🌿 "said" > (green | black = so | white) ; ^green > with milk > and sugar');
	const { type, path, forest, context } = at;
	return { type, path, forest, context, grown };
}

const keep = (text: string) => {
	const file = join(tempFolder(), 'head.txt');
	writeFileSync(file, `${text}\n`);
	return file;
};

describe('checkpoint', () => {
	test('prints the head in one line, and verify finds it again, as a line and as a file', async () => {
		const { type } = planted();
		const { text, json } = await type('checkpoint');
		expect(text).toBe(`${json.head.seq} ${json.head.event_hash}`);
		for (const kept of [text, keep(text)]) {
			const { status, text: said, json: found } = await type('verify', '--against', kept);
			expect([status, found.anchors.at(-1)]).toEqual([0, { from: 'given', seq: json.head.seq, holds: true }]);
			expect(said).toMatch(/^anchor +✓ event \d+ is the one that was kept elsewhere/m);
		}
	});

	test('goes on holding when more was asked', async () => {
		const { type, forest, grown } = planted();
		const { text } = await type('checkpoint');
		ask(forest, grown.sid, 'more');
		expect((await type('verify', '--against', text)).status).toBe(0);
	});

	test('is compared by hash, not by number: another chain of the same length is found', async () => {
		const { type } = planted();
		const { json } = await type('checkpoint');
		const { status, text } = await type('verify', '--against', `${json.head.seq} ${'0'.repeat(64)}`);
		expect(status).toBe(3);
		expect(text).toMatch(/^anchor +✗ 1 fault: the shard: is not the one that the anchor is about/m);
	});

	test('beyond the end is found', async () => {
		const { type } = planted();
		const { text } = await type('verify', '--against', `99999 ${'0'.repeat(64)}`);
		expect(text).toMatch(/^anchor +✗ 1 fault: the shard: ends at event \d+, and the anchor knows event 99999/m);
	});

	test('that is none is refused, and so is asking for two things at once', async () => {
		const { type } = planted();
		expect((await refusal(type('verify', '--against', 'nowhere'))).code).toBe('FILE_NOT_FOUND');
		expect((await refusal(type('verify', '--against', keep('a shopping list')))).code).toBe('USAGE');
		expect((await refusal(type('verify', '--against', keep('x'), '--accept'))).code).toBe('USAGE');
		expect((await refusal(desk().type('checkpoint'))).code).toBe('FILE_NOT_FOUND');
	});
});

describe('a signed checkpoint', () => {
	test('is a signed note by the key of the home, made at its first use and nobody else’s to read', async () => {
		const { type, context } = planted();
		const { text } = await type('checkpoint', '--signed');
		const key = join(context.paths.home, 'checkpoint.key');
		expect(statSync(key).mode & 0o777).toBe(0o600);
		const note = parseNote(`${text}\n`);
		if (!note) throw new Error('it cannot be read');
		expect(signatureOf(note, signingKey(key).publicKey)).toBe('own');
		expect(text.split('\n')).toEqual([
			expect.stringMatching(/^arborist\/[0-9a-f]{32}$/),
			String(note.size),
			note.root.toString('base64'),
			'',
			expect.stringMatching(/^— arborist [A-Za-z0-9+/]+=*$/),
		]);
		expect((await type('checkpoint', '--signed')).text).toBe(text);
		expect((await type('verify', '--against', keep(text))).status).toBe(0);
	});

	test('whose text was changed is refused; of a record that was rewritten, it tells', async () => {
		const { type, path } = planted();
		const { text } = await type('checkpoint', '--signed');
		const forged = text.replace(/\n\d+\n/, '\n2\n');
		expect((await refusal(type('verify', '--against', keep(forged)))).message).toContain('does not fit its text');
		behindItsBack(path, (db) => db.exec(`UPDATE audit_events SET event_hash = '${'1'.repeat(64)}' WHERE seq = 4`));
		const { json } = await type('verify', '--against', keep(text));
		expect(json.findings.map(({ id }: { id: string }) => id)).toContain('anchor.changed');
	});

	test('is shown to go on from an earlier one', async () => {
		const { type, forest, grown } = planted();
		const before = (await type('checkpoint', '--signed')).text;
		ask(forest, grown.sid, 'more');
		const { json } = await type('checkpoint', '--since', keep(before));
		const note = parseNote(`${before}\n`);
		const older = { size: note?.size ?? 0, head: note?.root ?? Buffer.alloc(0) };
		const proof = json.consistency.map((hash: string) => Buffer.from(hash, 'base64'));
		expect(isConsistent(older, { size: json.size, head: Buffer.from(json.root, 'base64') }, proof)).toBe(true);
		expect((await refusal(type('checkpoint', '--since', (await type('checkpoint')).text))).message).toContain(
			'is not signed',
		);
	});

	test('is not signed with a key that others can read, or that is none', () => {
		const path = join(tempFolder(), 'checkpoint.key');
		writeFileSync(path, 'x', { mode: 0o600 });
		expect(() => signingKey(path)).toThrow(/holds no key/);
		execFileSync('chmod', ['644', path]);
		expect(() => signingKey(path)).toThrow(/Others can read the key/);
	});
});

describe('verify --accept', () => {
	test('accepts nothing where nothing is wrong, and nothing of a shard that has other faults', async () => {
		const { type, forest, path } = planted();
		forest.close();
		expect((await type('verify', '--accept')).text).toContain('Nothing to accept');
		behindItsBack(path, (db) => db.exec("UPDATE nodes SET answer_text = 'lies' WHERE seq = 1"));
		writeFileSync(`${path}.head`, `999 ${'0'.repeat(64)}\n`);
		const { status, text } = await type('verify', '--accept');
		expect([status, text.includes('Accepted')]).toEqual([3, false]);
		expect(readFileSync(`${path}.head`, 'utf8')).toMatch(/^999 /);
	});

	test('takes an older head as the new one, and says so', async () => {
		const { type, forest, path } = planted();
		forest.close();
		writeFileSync(`${path}.head`, `999 ${'0'.repeat(64)}\n`);
		expect((await type('verify')).status).toBe(3);
		const { text } = await type('verify', '--accept');
		expect(text).toMatch(/Accepted: the shard goes on from event \d+, instead of event 999/);
		expect((await type('verify')).status).toBe(0);
		expect(readFileSync(`${path}.head`, 'utf8')).toMatch(/\naccepted \S+ \d+ [0-9a-f]{64} instead of 999 0{64}\n$/);
	});
});

const READER = fileURLToPath(new URL('../../docs/verify_proof.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What the reader in Python says of a proof. */
function reader(proof: unknown, ...more: string[]): { status: number | null; said: string } {
	const { status, stdout } = spawnSync('python3', [READER, keep(JSON.stringify(proof)), ...more], { encoding: 'utf8' });
	return { status, said: stdout.trim() };
}

describe.skipIf(!hasPython)('prove', () => {
	test('writes a file that a reader in another language checks, for every turn', async () => {
		const { type, grown } = planted();
		for (const question of ['tea', 'green', 'black', 'with milk', 'and sugar']) {
			const { json } = await type('prove', grown.bates(question));
			expect(reader(json, json.key)).toEqual({
				status: 0,
				said: `${grown.bates(question)} is proven by the head of ${json.size} events`,
			});
		}
	});

	test('of imported turns too, by the event of their import', async () => {
		const { type, forest } = planted();
		const created_at = '2020-01-02T03:04:05.678Z';
		const turns = [0, 1, 2, 3].map((i) => ({
			...newTurn(`old ${i}`),
			id: String(i),
			parent: i === 0 ? null : i - 1,
			created_at,
			meta: {},
		}));
		const { sid } = forest.import({ source: { tool: 'test', file_sha256: '0'.repeat(64) }, created_at, turns });
		forest.forget(`${sid}-000004`);
		for (const seq of [1, 2, 3]) {
			const { json } = await type('prove', `${sid}-00000${seq}`);
			expect(reader(json).status).toBe(0);
		}
		expect((await refusal(type('prove', `${sid}-000004`))).message).toContain('no text to prove');
	});

	test('into a new file only', async () => {
		const { type, grown } = planted();
		const out = join(tempFolder(), 'proof.json');
		const { text } = await type('prove', grown.bates('tea'), '--out', out);
		expect(text).toContain('what shows it to be one of');
		expect(statSync(out).mode & 0o777).toBe(0o600);
		expect(spawnSync('python3', [READER, out]).status).toBe(0);
		expect((await refusal(type('prove', grown.bates('tea'), '--out', out))).code).toBe('FILE_EXISTS');
	});

	test('what was changed in it is found, whatever it is', async () => {
		const { type, grown } = planted();
		const { json } = await type('prove', grown.bates('with milk'));
		const other = (value: unknown): unknown =>
			typeof value === 'number'
				? value + 1
				: typeof value === 'string'
					? `${value.slice(0, -2)}${value.endsWith('00') ? '11' : '00'}`
					: 'x';
		const changed: [string, unknown][] = Object.keys(json.turn).map((key) => [
			`turn.${key}`,
			{ ...json, turn: { ...json.turn, [key]: other(json.turn[key]) } },
		]);
		for (const key of ['event', 'root']) {
			for (const name of Object.keys(json[key]))
				changed.push([`${key}.${name}`, { ...json, [key]: { ...json[key], [name]: other(json[key][name]) } }]);
		}
		changed.push(
			['path', { ...json, path: json.path.slice(1) }],
			['below', { ...json, below: [] }],
			['inclusion', { ...json, inclusion: json.inclusion.slice(1) }],
		);
		changed.push(['size', { ...json, size: json.size + 1 }], ['origin', { ...json, origin: 'arborist/x' }]);
		changed.push(['head', { ...json, head: json.head.replace(/\n\d+\n/, '\n4\n') }]);
		const stranger = signingKey(join(tempFolder(), 'other.key'));
		expect(stranger.publicKey).toHaveLength(32);
		// prev_event_hash is bound by event_hash alone, which is checked.
		const unseen = changed.filter(([, proof]) => reader(proof).status === 0);
		expect(unseen.map(([what]) => what)).toEqual([]);
	}, 60_000);

	test('a head that somebody else signed is not taken for the known signer’s', async () => {
		const [mine, theirs] = [planted(), planted()];
		const { json } = await mine.type('prove', mine.grown.bates('tea'));
		const { json: key } = await theirs.type('checkpoint', '--signed');
		expect(reader(json, key.key)).toEqual({ status: 1, said: 'the head is not signed by this key' });
	});

	test('the reader is of at most 100 lines and needs nothing but Python', () => {
		expect(readFileSync(READER, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
		expect(readFileSync(READER, 'utf8').match(/^import .*$/gm)).toEqual(['import base64, hashlib, json, sys']);
	});
});
