import { ArboristError } from '../errors.ts';
import { contentSha256 } from '../hash/chain.ts';
import { leafHash } from '../hash/digest.ts';
import { inclusionProof } from '../hash/log-tree.ts';
import { type MerkleStep, merklePath } from '../hash/merkle.ts';
import { columnQuery, type Sqlite } from '../sqlite.ts';
import { eventHashes, logTree, originOf } from './anchor.ts';
import { sidOf } from './bates.ts';
import { lookInto } from './open.ts';
import { prepareStatements, type Statements } from './statements.ts';
import type { AuditEvent, NodeRow } from './types.ts';

/** `left` or `right` says where the other half of the pair stands; hashes are hex. */
type Step = readonly [side: 'left' | 'right', hash: string];

/** All that shows one turn to be in a shard, without the shard; docs/verify_proof.py reads it. */
export interface Proof {
	format: 'arborist-proof-1';
	/** Every column that content_sha256 covers, `node_hash` too. */
	turn: Record<string, string | number | null>;
	/** The subtree hashes of what hangs below it, sorted. */
	below: string[];
	/** From its parent up to the root of its tree: each node's own hash, and where the branch stands among its siblings. */
	path: { bates: string; node_hash: string; branch: Step[] }[];
	root: { bates: string; subtree_hash: string };
	event: Pick<AuditEvent, 'seq' | 'prev_event_hash' | 'event_hash' | 'body'>;
	/** Of an imported turn: from it to the content_root of its event. */
	imported: Step[] | null;
	/** From the event to the head of the tree over all events. */
	inclusion: string[];
	origin: string;
	size: number;
}

/** With the head of the tree over all events: 32 bytes. Throws UNKNOWN_REFERENCE for a turn of which nothing is left to prove. */
export function proveTurn(shard: string, bates: string): { proof: Proof; root: Buffer } {
	return lookInto(shard, (db) => {
		const proof = proofOf(db, bates);
		return { proof, root: logTree(db, proof.size) };
	});
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Buffer.from(text, 'hex');
const steps = (path: readonly MerkleStep[]): Step[] => path.map(({ side, hash }) => [side, hex(hash)]);

function proofOf(db: Sqlite, bates: string): Proof {
	const statements = prepareStatements(db);
	const turn = statements.node.get(bates);
	if (!turn || turn.audit_mode === 'ROOT' || statements.forgotten.get(turn.sid, bates) !== undefined)
		throw new ArboristError(
			'UNKNOWN_REFERENCE',
			`Of ${bates} there is no text to prove.`,
			'Name another turn: a root has no text, a forgotten turn has none left.',
		);
	const { label: _, subtree_hash, cited_titles: __, ...content } = turn;
	const childrenOf = columnQuery<string>(db, 'SELECT subtree_hash FROM nodes WHERE parent_bates = ? ORDER BY 1');
	const up = statements.linksUp.all(bates);
	const path: Proof['path'] = [];
	let below = subtree_hash;
	for (const link of up.slice(1)) {
		const siblings = childrenOf.all(link.bates);
		const branch = steps(merklePath(siblings.map(bytes), siblings.indexOf(below)));
		path.push({ bates: link.bates, node_hash: link.node_hash, branch });
		below = link.subtree_hash;
	}
	const event = eventOf(statements, turn);
	const size = statements.head.get()?.seq ?? 0;
	return {
		format: 'arborist-proof-1',
		turn: content,
		below: childrenOf.all(bates),
		path,
		root: { bates: up.at(-1)?.bates ?? '', subtree_hash: below },
		event: pick(event),
		imported: event.event_type === 'session_imported' ? importPath(db, turn, event) : null,
		inclusion: inclusionProof([...eventHashes(db, size)], event.seq - 1).map(hex),
		origin: originOf(db),
		size,
	};
}

function pick({ seq, prev_event_hash, event_hash, body }: AuditEvent): Proof['event'] {
	return { seq, prev_event_hash, event_hash, body };
}

function span(event: AuditEvent): { first_seq: number; nodes: number } {
	return JSON.parse(event.body) as { first_seq: number; nodes: number };
}

/** The event that recorded a turn: its own, or that of the import that brought it. */
function eventOf(statements: Statements, { bates, sid, seq }: NodeRow): AuditEvent {
	const brought = (event: AuditEvent) => {
		const { first_seq, nodes } = span(event);
		return event.sid === sid && first_seq <= seq && seq < first_seq + nodes;
	};
	const event = statements.eventOf.get(sidOf(bates), bates) ?? statements.importEvents.all().find(brought);
	if (!event) throw new ArboristError('SHARD_DAMAGED', `No event recorded ${bates}.`, 'See `arborist verify`.');
	return event;
}

/** The content_root is over what the turns were when they came: of a forgotten one, the hash that its event names. */
function importPath(db: Sqlite, turn: NodeRow, event: AuditEvent): Step[] {
	const { first_seq, nodes } = span(event);
	const rows = db.prepare<[string, number, number], NodeRow>(
		'SELECT * FROM nodes WHERE sid = ? AND seq >= ? AND seq < ? ORDER BY seq',
	);
	const before = columnQuery<string>(
		db,
		"SELECT body ->> '$.content_sha256_before' FROM audit_events WHERE sid = ? AND bates = ? AND event_type = 'node_forgotten'",
	);
	const leaves = rows
		.all(turn.sid, first_seq, first_seq + nodes)
		.map((row) => leafHash(bytes(row.node_hash + (before.get(row.sid, row.bates) ?? contentSha256(row)))));
	return steps(merklePath(leaves, turn.seq - first_seq));
}
