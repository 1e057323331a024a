import { groupBy } from '../../group.ts';
import { type CanonicalValue, canonicalJson } from '../../hash/canonical.ts';
import { eventHash } from '../../hash/chain.ts';
import { sha256Hex } from '../../hash/digest.ts';
import { listOf, parsed } from '../../json.ts';
import type { Sqlite } from '../../sqlite.ts';
import { sidOf } from '../../store/bates.ts';
import { hasTable, type OtherDatabase, openCopy } from '../database.ts';
import { type Format, Skips } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofIso } from '../time.ts';

/** Arborist's own earlier layout: one database for each session, each with a chain of its own. */
export const earlier: Format = {
	tool: 'arborist-earlier',
	title: 'Arborist, one database per session',
	related: true,
	accepts: (content) =>
		content.kind === 'database' &&
		hasTable(content.tables, 'nodes', 'bates', 'parent_bates', 'question') &&
		hasTable(content.tables, 'session_audit_events', 'seq', 'event_hash', 'body'),
	async *read({ db, content }, only, { answers } = {}) {
		if (!db || content.kind !== 'database') return;
		verifyChain(db);
		yield* sessionsIn(db, content.tables, only, answers);
	},
};

/** Throws with the place where the record was changed: of a session that cannot be trusted nothing is taken in. */
function verifyChain(db: Sqlite): void {
	const events = db.prepare<[], { seq: number; event_hash: string; body: string }>(
		'SELECT seq, event_hash, body FROM session_audit_events ORDER BY seq',
	);
	let previous: string | null = null;
	for (const { seq, event_hash, body } of events.iterate()) {
		if (event_hash !== eventHash(previous, body)) throw new Error(`its chain is broken at event ${seq}`);
		previous = event_hash;
	}
}

/** A row of `nodes`; which columns there are is found by name. */
interface Row {
	bates: string;
	sid?: string;
	seq?: number;
	parent_bates: string | null;
	question: string;
	answer_text?: string;
	cache_key?: string;
	audit_mode?: string;
	cited_titles_json?: string;
	created_at?: string;
	label?: string | null;
	node_hash?: string;
}

function* sessionsIn(
	db: Sqlite,
	tables: OtherDatabase['tables'],
	only: string | undefined,
	answers: string | undefined,
): Generator<SourceSession> {
	const columns = tables.get('nodes') as ReadonlySet<string>;
	const order = columns.has('seq') ? 'seq' : 'bates';
	const rows = db.prepare<[], Row>(`SELECT * FROM nodes ORDER BY ${order}`).all();
	const sessions = groupBy(rows, ({ sid, bates }) => sid ?? sidOf(bates));
	const kept = keptAnswers(db, tables, answers);
	try {
		for (const [sid, nodes] of sessions) {
			if (only === undefined || only === sid) yield sessionOf(db, tables, sid, nodes, kept.answerTo);
		}
	} finally {
		kept.close();
	}
}

/** Where answers lie that are not in the turns: in the table of this database, or of another one. Throws for one that has none. */
function keptAnswers(db: Sqlite, tables: OtherDatabase['tables'], path: string | undefined) {
	const columns = ['providence_cache', 'cache_key', 'answer_text'] as const;
	const other = path === undefined ? undefined : openCopy(path);
	if (other && !hasTable(other.tables, ...columns)) {
		other.close();
		throw new Error(`${path} holds no answers: it has no table providence_cache with cache_key and answer_text`);
	}
	const holders = [...(hasTable(tables, ...columns) ? [db] : []), ...(other ? [other.db] : [])];
	const lookups = holders.map((each) =>
		each.prepare<[string], { answer_text: string }>('SELECT answer_text FROM providence_cache WHERE cache_key = ?'),
	);
	return {
		answerTo(key: string | undefined): string | undefined {
			if (!key) return undefined;
			return lookups.map((lookup) => lookup.get(key)?.answer_text).find((text) => typeof text === 'string');
		},
		close: () => other?.close(),
	};
}

const WANTED = ['answer_text', 'cited_titles_json', 'created_at', 'label'] as const;

function sessionOf(
	db: Sqlite,
	tables: OtherDatabase['tables'],
	sid: string,
	nodes: readonly Row[],
	answerTo: (key: string | undefined) => string | undefined,
): SourceSession {
	const columns = tables.get('nodes') as ReadonlySet<string>;
	const skipped = new Skips();
	const remarks = new Skips();
	for (const column of WANTED) if (!columns.has(column)) remarks.add(`session without the column ${column}`);
	const root = nodes.find(({ parent_bates }) => parent_bates === null)?.bates;
	const hashes = new Map(nodes.map(({ bates, node_hash }) => [bates, node_hash]));
	const records: SourceRecord[] = [];
	for (const node of nodes) {
		const { bates, parent_bates, question, cache_key, created_at, label } = node;
		if (parent_bates === null) {
			skipped.add('root');
			continue;
		}
		const answer = node.answer_text ?? answerTo(cache_key);
		if (answer === undefined) remarks.add('answer that is not there: --answers names where they are kept');
		if (hashes.has(parent_bates) && !isHashed(node, hashes.get(parent_bates)))
			remarks.add('turn whose question, place or time is not the hashed one');
		// An import that finds the answer later knows by this that it was not there.
		const unanswered = answer === undefined ? ({ finish: 'error' } as const) : {};
		const at = ofIso(created_at);
		const asked = `${bates}?`;
		records.push({
			key: asked,
			parentKey: parent_bates === root ? null : parent_bates,
			at,
			role: 'user',
			text: String(question),
			...(typeof label === 'string' && { label }),
		});
		const titles = listOf(parsed(node.cited_titles_json ?? '')).filter((title) => typeof title === 'string');
		records.push({ key: bates, parentKey: asked, at, role: 'assistant', text: answer ?? '', titles, ...unanswered });
	}
	const session = hasTable(tables, 'sessions', 'sid')
		? db
				.prepare<[string], { current_bates?: string; created_at?: string; label?: string | null }>(
					'SELECT * FROM sessions WHERE sid = ?',
				)
				.get(sid)
		: undefined;
	return {
		tool: earlier.tool,
		key: sid,
		title: session?.label ?? null,
		createdAt: ofIso(session?.created_at),
		currentKey: session?.current_bates ?? null,
		records,
		sharedKeys: true,
		skipped: skipped.counts,
		remarks: remarks.counts,
	};
}

/** By the seed's words, with the label as it was at the insert: none, or the one that is there. A shard without hashes says nothing. */
function isHashed(node: Row, parent_node_hash: string | undefined): boolean {
	const { audit_mode, bates, cache_key, created_at, question, label, node_hash } = node;
	if (node_hash === undefined || parent_node_hash === undefined) return true;
	const hash = (labelled: string | null | undefined) =>
		sha256Hex(
			canonicalJson({
				audit_mode,
				bates,
				cache_key,
				created_at,
				label: labelled ?? null,
				parent_node_hash,
				question,
			} as CanonicalValue),
		);
	return node_hash === hash(null) || node_hash === hash(label);
}
