import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentSha256, nodeHash } from '../../../source/hash/chain.ts';
import { sha256, sha256Hex } from '../../../source/hash/digest.ts';
import { openShard } from '../../../source/store/open.ts';
import type { NodeRow } from '../../../source/store/types.ts';
import { Hashes } from '../../../source/store/verify/hashes.ts';
import { everyNode, identityIn } from '../../../source/store/verify/read.ts';
import { HOSTILE } from '../../helpers/hostile.ts';

const anyText = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 30 }),
	fc.constantFrom(...HOSTILE.map(({ text }) => text), '"', '\\', '\n', '\u2028', '\u007f', '/', '\b\f\n\r\t\u001f'),
);

test('the JSON that SQLite writes of a row is the JSON that is hashed when a turn is stored, for both of its hashes', () => {
	const db = openShard(':memory:');
	const insert = db.prepare<[NodeRow]>(
		`INSERT INTO nodes (bates, sid, seq, parent_bates, question, answer_text, cache_key, audit_mode, cited_titles_json,
		 n_cited_sources, created_at, label, node_hash, subtree_hash, meta_json, cited_titles) VALUES (@bates, @sid, @seq,
		 @parent_bates, @question, @answer_text, @cache_key, @audit_mode, @cited_titles_json, @n_cited_sources, @created_at,
		 @label, @node_hash, @subtree_hash, @meta_json, @cited_titles)`,
	);
	db.pragma('foreign_keys = OFF');
	fc.assert(
		fc.property(fc.array(anyText, { minLength: 8, maxLength: 8 }), fc.nat(), (given, number) => {
			const texts = given.map((text) => text.toWellFormed().replaceAll('\0', ''));
			const [question = '', answer_text = '', cache_key = '', meta_json = '', sid = ''] = texts;
			const row = { question, answer_text, cache_key, meta_json, sid, seq: number, bates: `${sid}-${number}` };
			const more = {
				parent_bates: number % 2 ? sid : null,
				audit_mode: 'STRICT',
				cited_titles_json: texts[5] ?? '',
			} as const;
			const stored: NodeRow = {
				...row,
				...more,
				n_cited_sources: number,
				created_at: texts[6] ?? '',
				label: null,
				node_hash: texts[7] ?? '',
				subtree_hash: '',
				cited_titles: '',
			};
			db.exec('DELETE FROM nodes');
			insert.run(stored);
			const [read] = [...everyNode(db)];
			expect(sha256Hex(read?.content ?? '')).toBe(contentSha256(stored));
			for (const above of [null, sha256Hex('above')])
				expect(sha256(identityIn(read?.content ?? '', JSON.stringify(above)))).toEqual(nodeHash(above, stored));
		}),
		{ numRuns: 300 },
	);
	db.close();
});

test('bytes in the place of a text are told apart from the text that they spell', () => {
	const db = openShard(':memory:');
	db.pragma('foreign_keys = OFF');
	db.exec(
		"INSERT INTO nodes VALUES (1, 'b', 's', 1, NULL, CAST('q' AS BLOB), '', '', '', '[]', 0, '', NULL, '', '', '{}', '')",
	);
	expect([...everyNode(db)].map(({ content }) => content)).toEqual([null]);
	db.close();
});

test('packed hashes come out as they went in; what is no hash, capital letters too, leaves zeros', () => {
	const hashes = new Hashes();
	const some = [0, 5, 4095, 4096, 20_000].map((index) => [index, sha256Hex(String(index))] as const);
	for (const [index, hex] of some) expect(hashes.set(index, hex)).toBe(true);
	for (const [index, hex] of some) expect([hashes.hex(index), hashes.bytes(index).toString('hex')]).toEqual([hex, hex]);
	expect(hashes.hex(7)).toBe('0'.repeat(64));
	for (const none of [
		null,
		7,
		'',
		'x'.repeat(64),
		sha256Hex('').toUpperCase(),
		`${sha256Hex('')}0`,
		sha256Hex('').slice(1),
	]) {
		expect(hashes.set(5, none)).toBe(false);
		expect(hashes.hex(5)).toBe('0'.repeat(64));
	}
});
