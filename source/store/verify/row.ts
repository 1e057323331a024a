import { type CanonicalValue, isCanonicalJson } from '../../hash/canonical.ts';
import { labelSha256 } from '../../hash/chain.ts';
import { batesAt, isTime } from '../bates.ts';
import { labelFault } from '../labels.ts';
import type { HashedRow } from './read.ts';
import type { RecordedNode } from './recorded.ts';

export type Fault = (id: string, what: string) => void;

const MODES = new Set<unknown>(['STRICT', 'HYBRID', 'UNGROUNDED', 'IMPORTED', 'ROOT']);

/** What a row alone shows: its columns agree with each other, and each holds what may stand there. Throws for JSON that is none. */
export function shapeFaults(row: HashedRow, fault: Fault): void {
	if (row.bates !== batesAt(row.sid, row.seq))
		fault('turn.bates', 'its bates id does not read as its session and number');
	if ((row.parent_bates === null) !== (row.seq === 0)) fault('turn.parent', 'only a root has no parent');
	if (!MODES.has(row.audit_mode) || (row.audit_mode === 'ROOT') !== (row.seq === 0))
		fault('turn.mode', 'its audit_mode is not one of its kind');
	if (typeof row.created_at !== 'string' || !isTime(row.created_at))
		fault('turn.time', 'its time does not read as one');
	if (!citationsAgree(row)) fault('turn.citations', 'its cited titles, their number and their text do not agree');
	if (row.meta_json !== '{}' && !isCanonicalObject(row.meta_json))
		fault('turn.meta', 'its meta is not a canonical object');
	const wrong = row.label === null ? null : labelFault(row.label, 'turn');
	if (wrong) fault('turn.label', `has a label that is none: a label ${wrong}`);
}

/** What differs from the record. `content_sha256` is that of the row. */
export function recordFaults(row: HashedRow, content_sha256: string, recorded: RecordedNode, fault: Fault): void {
	const { forgotten } = recorded;
	if (recorded.node_hash !== null && recorded.node_hash !== row.node_hash)
		fault('turn.node_hash', 'its node_hash is not the recorded one');
	if (recorded.content_sha256 !== null && recorded.content_sha256 !== (forgotten ? forgotten.before : content_sha256))
		fault('turn.content', 'its question, answer, citations or meta were changed after they were recorded');
	if (forgotten) {
		const { question, answer_text } = JSON.parse(row.content ?? '{}') as Record<string, unknown>;
		const left = [question, answer_text, row.cited_titles_json, row.meta_json, row.label];
		if (JSON.stringify(left) !== '["","","[]","{}",null]')
			fault('turn.forgotten', 'was forgotten, but its text is still there');
		if (forgotten.after !== content_sha256) fault('turn.content', 'was forgotten, and what was left of it was changed');
	}
	if (recorded.label_sha256 !== labelSha256(row.label)) fault('turn.label', 'its label is not the last one recorded');
}

function citationsAgree({ cited_titles_json, cited_titles, n_cited_sources }: HashedRow): boolean {
	if (n_cited_sources === 0) return cited_titles_json === '[]' && cited_titles === '';
	if (n_cited_sources === 1) return cited_titles_json === `[${JSON.stringify(cited_titles)}]`;
	const titles = JSON.parse(cited_titles_json) as unknown;
	return (
		Array.isArray(titles) &&
		titles.every((title) => typeof title === 'string') &&
		titles.length === n_cited_sources &&
		titles.join('\n') === cited_titles &&
		JSON.stringify(titles) === cited_titles_json &&
		new Set(titles).size === titles.length
	);
}

function isCanonicalObject(text: string): boolean {
	const value = JSON.parse(text) as CanonicalValue;
	return value !== null && typeof value === 'object' && !Array.isArray(value) && isCanonicalJson(value, text);
}
