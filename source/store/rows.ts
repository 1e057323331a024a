import { canonicalJson } from '../hash/canonical.ts';
import { isObject, listOf, parsed } from '../json.ts';
import { wellFormed } from '../text.ts';
import type { CanonicalObject, NodeRow, Turn, TurnMeta } from './types.ts';

/** A node as people see it. JSON columns that do not read (a damaged shard) count as empty: `verify` names them. */
export function toTurn(row: NodeRow): Turn {
	const { cited_titles_json, meta_json, cited_titles: _, ...columns } = row;
	const meta = parsed(meta_json);
	return {
		...columns,
		cited_titles: listOf(parsed(cited_titles_json)).filter((title) => typeof title === 'string'),
		meta: isObject(meta) ? meta : {},
	};
}

/** The distinct titles in order of first citation, as the three columns hold them. */
export function citationColumns(
	titles: readonly string[],
): Pick<NodeRow, 'cited_titles_json' | 'n_cited_sources' | 'cited_titles'> {
	const distinct = [...new Set(titles.map(wellFormed))];
	return {
		cited_titles_json: canonicalJson(distinct),
		n_cited_sources: distinct.length,
		cited_titles: distinct.join('\n'),
	};
}

/** Canonical JSON of the meta, every text in it well-formed. */
export function metaColumn(meta: TurnMeta): string {
	const text = canonicalJson(meta as CanonicalObject);
	// JSON writes half a character and a NUL as escapes, and most meta holds neither.
	return /\\u(?:d[89a-f]|0000)/.test(text) ? canonicalJson(JSON.parse(text, wholeText)) : text;
}

function wholeText(_key: string, value: unknown): unknown {
	return typeof value === 'string' ? wellFormed(value) : value;
}

/** What a node says, without its place, its label and its hashes. */
export type NodeTexts = Omit<
	NodeRow,
	'bates' | 'sid' | 'seq' | 'parent_bates' | 'label' | 'node_hash' | 'subtree_hash'
>;

/** A session's synthetic first node says nothing. */
export function rootTexts(created_at: string): NodeTexts {
	const texts = { question: '', answer_text: '', cache_key: '', ...citationColumns([]), meta_json: '{}' };
	return { ...texts, audit_mode: 'ROOT', created_at };
}
