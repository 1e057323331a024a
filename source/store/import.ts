import { ArboristError } from '../errors.ts';
import { labelSha256 } from '../hash/chain.ts';
import { sha256Hex } from '../hash/digest.ts';
import { wellFormed } from '../text.ts';
import { formatBates, isTime, mintSid } from './bates.ts';
import { appendEvent } from './events.ts';
import { fittedLabel } from './labels.ts';
import { Minting } from './minting.ts';
import { noSession, noTurn } from './missing.ts';
import { citationColumns, metaColumn, rootTexts } from './rows.ts';
import type { WriteStatements } from './statements.ts';
import type { Change, NodeRow, Session, Surroundings, TurnMeta } from './types.ts';
import { labelTurn } from './write.ts';

/** A place in what is imported: a turn of this import by its index from 0, a turn that is here by its bates, or null for the session's root. */
export type ImportPlace = number | string | null;

export interface ImportedTurn {
	/** Its name at the source, by which a later import knows it again; kept as `meta.source.id`. */
	id: string;
	/** What it hangs under; an index names an earlier turn. */
	parent: ImportPlace;
	question: string;
	answer_text: string;
	/** When it was asked there, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
	created_at: string;
	cited_titles?: readonly string[];
	/** Made to fit. */
	label?: string | null;
	/** `model`, `finish`, `usage`, `replaces`: what the source says. */
	meta?: Omit<TurnMeta, 'source'>;
	/** What is to be said about how it came from there. */
	remarks?: Omit<NonNullable<TurnMeta['source']>, 'tool' | 'id'>;
	/** A turn of another shard stays what it was there, and is no import that nobody audited. */
	asThere?: Pick<NodeRow, 'audit_mode' | 'cache_key' | 'meta_json'>;
}

export interface SessionImport {
	/** The session that goes on; left out, a new one is made. */
	sid?: string;
	/** The id of the session that is made; random when left out. */
	new_sid?: string;
	/** Further names of turns that are here, by which a later import knows them. */
	names?: readonly { id: string; bates: string }[];
	source: { tool: string /** Of the file as it was read, 64 hex digits. */; file_sha256: string };
	/** When the session began at the source. */
	created_at: string;
	/** Made to fit. A name that the user gave since stays. */
	label?: string | null;
	/** Read once, one at a time. What it throws undoes the whole import. */
	turns: Iterable<ImportedTurn>;
	/** Where the session stands, its last turn when left out. Where the user stands since stays. */
	current?: ImportPlace;
}

export interface Imported {
	sid: string;
	/** The seq of the first turn that is new. */
	first_seq: number;
	/** How many turns are new; with none nothing was written. */
	turns: number;
}

/**
 * Takes a session in, all of it or nothing: its turns, one `session_imported` event for them, one `node_labeled` for each
 * label. Hashes are taken once, from the leaves up, before the first row is written.
 * Throws UNKNOWN_SESSION, UNKNOWN_REFERENCE, SESSION_FULL; TypeError for a time or an index that is none.
 */
export function importSession(
	statements: WriteStatements,
	given: SessionImport,
	now: string,
	surroundings: Surroundings,
): { changes: Change[]; imported: Imported } {
	const { source } = given;
	for (const { id, bates } of given.names ?? []) statements.take.run(source.tool, id, bates);
	const known = given.sid === undefined ? undefined : statements.session.get(given.sid);
	if (given.sid !== undefined && !known) throw noSession(given.sid);
	checkTime(given.created_at);
	const session = known ?? newSession(statements, given, surroundings, now);
	const { sid, root_bates, next_seq: first_seq } = session;
	const nodes = new Minting(statements, session);
	const labels: { bates: string; label: string }[] = [];
	let turns = 0;
	for (const turn of given.turns) {
		checkTime(turn.created_at);
		if (turns === 0 && !known) nodes.add(null, rootTexts(session.created_at));
		if (typeof turn.parent === 'number' && !(turn.parent >= 0 && turn.parent < turns))
			throw new TypeError(`turn ${turns} hangs under ${turn.parent}, which is no earlier turn`);
		const row = nodes.add(batesOf(turn.parent), {
			question: wellFormed(turn.question),
			answer_text: wellFormed(turn.answer_text),
			...citationColumns(turn.cited_titles ?? []),
			created_at: turn.created_at,
			...(turn.asThere ?? importedColumns(turn, source.tool)),
		});
		statements.take.run(source.tool, turn.id, row.bates);
		turns++;
		const label = turn.label == null ? null : fittedLabel(turn.label, 'turn');
		if (label !== null) labels.push({ bates: row.bates, label });
	}
	const imported: Imported = { sid, first_seq: Math.max(first_seq, 1), turns };
	if (turns === 0) return { changes: [], imported };
	const paths = nodes.finish();

	/** The bates of a place. */
	function batesOf(place: ImportPlace): string {
		if (place === null) return root_bates;
		return typeof place === 'string' ? place : formatBates(sid, Math.max(first_seq, 1) + place);
	}

	const since = new Set(known ? statements.typesSinceImport.all({ sid }) : []);
	const stays = since.has('moved') || since.has('node_added');
	const current_bates = stays
		? session.current_bates
		: batesOf(given.current === undefined ? turns - 1 : given.current);
	if (!statements.node.get(current_bates)) throw noTurn(current_bates, 'to stand on');
	const name = given.label == null ? null : fittedLabel(given.label, 'session');
	const label = since.has('session_labeled') ? session.label : (name ?? session.label);
	const next_seq = first_seq + nodes.size;
	if (known) {
		statements.advanceSession.run(next_seq, current_bates, sid);
		statements.setSessionLabel.run(label, sid);
	} else statements.insertSession.run({ ...session, next_seq, current_bates, label });
	appendEvent(statements, {
		type: 'session_imported',
		sid,
		bates: null,
		created_at: now,
		more: {
			root_bates,
			current_bates,
			label_sha256: labelSha256(label),
			session_created_at: session.created_at,
			first_seq,
			nodes: nodes.size,
			content_root: nodes.contentRoot(),
			source,
		},
	});
	const changes = (paths.length > 0 ? paths : [[]]).map(
		(touched): Change => ({ kind: 'session_imported', sid, bates: null, touched, own: true }),
	);
	for (const { bates, label: fitted } of labels) changes.push(...labelTurn(statements, bates, fitted, now));
	return { changes, imported };
}

/** The key binds the answer: it is in the node's hash, where the answer itself is not. */
function importedColumns(turn: ImportedTurn, tool: string): Pick<NodeRow, 'audit_mode' | 'cache_key' | 'meta_json'> {
	return {
		audit_mode: 'IMPORTED',
		cache_key: `import:${sha256Hex(wellFormed(turn.answer_text))}`,
		meta_json: metaColumn({ ...turn.meta, source: { tool, id: turn.id, ...turn.remarks } }),
	};
}

function checkTime(time: string): void {
	if (!isTime(time)) throw new TypeError(`“${time}” is no time of the form 2026-01-02T03:04:05.678Z`);
}

/** Not written yet. Its id carries the time it began, as that of a session made here does. */
function newSession(
	statements: WriteStatements,
	{ created_at, new_sid }: SessionImport,
	{ randomBytes }: Surroundings,
	updated_at: string,
): Session {
	let sid = new_sid;
	if (sid !== undefined && statements.nextSessionSeq.get(sid) !== 0)
		throw new ArboristError(
			'UNKNOWN_SESSION',
			`The session ${sid} was here before.`,
			'A pruned session does not come back.',
		);
	while (sid === undefined || statements.nextSessionSeq.get(sid) !== 0)
		sid = mintSid({ now: () => Date.parse(created_at), randomBytes });
	const root_bates = formatBates(sid, 0);
	return { sid, root_bates, current_bates: root_bates, next_seq: 0, created_at, updated_at, label: null };
}
