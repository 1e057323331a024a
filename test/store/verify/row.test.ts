import { expect, test } from 'vitest';
import { sha256Hex } from '../../../source/hash/digest.ts';
import type { HashedRow } from '../../../source/store/verify/read.ts';
import type { RecordedNode } from '../../../source/store/verify/recorded.ts';
import { recordFaults, shapeFaults } from '../../../source/store/verify/row.ts';

const SID = '20260102T030405Z-0a1b2c3d';
const HASH = sha256Hex('node');
const CONTENT = sha256Hex('content');
const row: HashedRow = {
	bates: `${SID}-000001`,
	sid: SID,
	seq: 1,
	parent_bates: `${SID}-000000`,
	audit_mode: 'STRICT',
	cited_titles_json: '["tea"]',
	n_cited_sources: 1,
	cited_titles: 'tea',
	created_at: '2026-01-02T03:04:05.678Z',
	label: null,
	node_hash: HASH,
	subtree_hash: HASH,
	meta_json: '{"engine":"excerpt"}',
	content: '{"answer_text":"a","question":"q"}',
};

function shape(change: Record<string, unknown>): string[] {
	const ids: string[] = [];
	shapeFaults({ ...row, ...change } as HashedRow, (id) => ids.push(id));
	return ids;
}

test('a row as it should be has no fault, a root neither', () => {
	expect(shape({})).toEqual([]);
	const root = { bates: `${SID}-000000`, seq: 0, parent_bates: null, audit_mode: 'ROOT', meta_json: '{}' };
	expect(shape({ ...root, cited_titles_json: '[]', n_cited_sources: 0, cited_titles: '' })).toEqual([]);
	expect(
		shape({ cited_titles_json: '["a\\n","b"]', n_cited_sources: 2, cited_titles: 'a\n\nb', label: 'leaf' }),
	).toEqual([]);
});

// Each by itself: the hashes, which would show most of these too, are not looked at here.
test.each([
	['turn.bates', { seq: 2 }],
	['turn.bates', { bates: `${SID}-1` }],
	['turn.parent', { parent_bates: null }],
	['turn.mode', { audit_mode: 'PROVEN' }],
	['turn.mode', { audit_mode: 'ROOT' }],
	['turn.time', { created_at: '2026-01-02 03:04:05' }],
	['turn.time', { created_at: 5 }],
	['turn.citations', { n_cited_sources: 0 }],
	['turn.citations', { n_cited_sources: 0, cited_titles_json: '[]' }],
	['turn.citations', { n_cited_sources: 2 }],
	['turn.citations', { cited_titles: 'coffee' }],
	['turn.citations', { cited_titles_json: '[ "tea"]' }],
	['turn.citations', { n_cited_sources: 2, cited_titles_json: '["a","a"]', cited_titles: 'a\na' }],
	['turn.citations', { n_cited_sources: 2, cited_titles_json: '["a","b"]', cited_titles: 'a b' }],
	['turn.citations', { n_cited_sources: 2, cited_titles_json: '["a", "b"]', cited_titles: 'a\nb' }],
	['turn.citations', { n_cited_sources: 2, cited_titles_json: '["a",5]', cited_titles: 'a\n5' }],
	['turn.citations', { n_cited_sources: 3, cited_titles_json: '"abc"', cited_titles: 'a\nb\nc' }],
	['turn.meta', { meta_json: '[]' }],
	['turn.meta', { meta_json: 'null' }],
	['turn.meta', { meta_json: '{"b":1,"a":1}' }],
	['turn.meta', { meta_json: '{"a":1.5}' }],
	['turn.label', { label: '12' }],
	['turn.label', { label: '' }],
])('%s: %o', (id, change) => {
	expect(shape(change)).toEqual([id]);
});

const recorded: RecordedNode = { node_hash: HASH, content_sha256: CONTENT, label_sha256: null, forgotten: null };

function record(change: Record<string, unknown>, told: Partial<RecordedNode>): string[] {
	const ids: string[] = [];
	recordFaults({ ...row, ...change } as HashedRow, CONTENT, { ...recorded, ...told }, (id) => ids.push(id));
	return ids;
}

const blank = { content: '{"answer_text":"","question":""}', cited_titles_json: '[]', meta_json: '{}' };
const forgotten = { before: sha256Hex('before'), after: CONTENT };

test('what the record tells is what the row must be', () => {
	expect(record({}, {})).toEqual([]);
	expect(record({ label: 'leaf' }, { label_sha256: sha256Hex('leaf') })).toEqual([]);
	expect(record({}, { node_hash: null, content_sha256: null })).toEqual([]);
	expect(record(blank, { content_sha256: forgotten.before, forgotten })).toEqual([]);
});

test.each<[string, Record<string, unknown>, Partial<RecordedNode>]>([
	['turn.node_hash', {}, { node_hash: sha256Hex('other') }],
	['turn.content', {}, { content_sha256: sha256Hex('other') }],
	['turn.label', { label: 'leaf' }, {}],
	['turn.label', {}, { label_sha256: sha256Hex('leaf') }],
	['turn.content', blank, { content_sha256: CONTENT, forgotten }],
	['turn.content', blank, { content_sha256: forgotten.before, forgotten: { ...forgotten, after: sha256Hex('other') } }],
	['turn.forgotten', { ...blank, content: row.content }, { content_sha256: forgotten.before, forgotten }],
	['turn.forgotten', { ...blank, meta_json: '{"engine":"x"}' }, { content_sha256: forgotten.before, forgotten }],
])('%s: %o against %o', (id, change, told) => {
	expect(record(change, told)).toEqual([id]);
});
