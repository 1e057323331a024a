import { leafHash, sha256Hex } from '../../hash/digest.ts';
import { MerkleBuilder } from '../../hash/merkle.ts';
import type { Sqlite } from '../../sqlite.ts';
import { batesAt, sidOf } from '../bates.ts';
import type { FindingList } from './findings.ts';
import { Hashes, isHash } from './hashes.ts';
import type { Ledger } from './ledger.ts';
import type { Progress } from './progress.ts';
import { everyNode, type HashedRow, identityIn } from './read.ts';
import { type Fault, recordFaults, shapeFaults } from './row.ts';
import { NodeTable } from './table.ts';

/** Checks every row of `nodes` against what the chain recorded, and gathers places and hashes for the checks of the tree. */
export function verifyNodes(db: Sqlite, ledger: Ledger, findings: FindingList, progress: Progress): NodeTable {
	const recordedNodes = ledger.nodes.size;
	const table = ledger.nodes.table();
	const orphans: { row: HashedRow; index: number; forgotten: boolean }[] = [];
	const imported = ledger.imports.length > 0 ? new Hashes() : undefined;
	let known = 0;
	for (const row of everyNode(db)) {
		progress.step();
		const fault = (id: string, what: string) => findings.add('turns', id, row.bates, what);
		const index = table.add(row.bates, row.sid, row.seq);
		if (index === -1) {
			fault('turn.twice', 'stands in the table twice');
			continue;
		}
		const recorded = index < recordedNodes ? index : undefined;
		if (recorded !== undefined) known++;
		const { held, forgotten } = verifyRow(row, recorded, ledger, fault);
		table.hold(index, row.node_hash, row.subtree_hash);
		imported?.set(index, held);
		if (!verifyNodeHash(row, index, forgotten, table, fault)) orphans.push({ row, index, forgotten });
	}
	for (const { row, index, forgotten } of orphans) {
		const fault = (id: string, what: string) => findings.add('turns', id, row.bates, what);
		if (!verifyNodeHash(row, index, forgotten, table, fault))
			fault('turn.parent', `its parent ${row.parent_bates} is missing`);
	}
	for (const [bates] of known === recordedNodes ? [] : ledger.nodes) {
		if (!table.has(bates) && !ledger.sessions.get(sidOf(bates))?.pruned)
			findings.add('turns', 'turn.missing', bates, 'was recorded, but is gone');
	}
	if (imported) verifyImports(db, ledger, table, imported, findings);
	return table;
}

/** Places and hashes of all nodes, unchecked. */
export function gatherTable(db: Sqlite): NodeTable {
	const table = new NodeTable();
	const rows = db.prepare<[], HashedRow>('SELECT bates, sid, seq, node_hash, subtree_hash FROM nodes ORDER BY id');
	for (const row of rows.iterate()) table.hold(table.add(row.bates, row.sid, row.seq), row.node_hash, row.subtree_hash);
	const places = db.prepare<[], HashedRow>('SELECT bates, parent_bates FROM nodes ORDER BY id');
	for (const { bates, parent_bates } of places.iterate()) {
		const parent = parent_bates === null ? undefined : table.indexOf(parent_bates);
		table.hang(table.indexOf(bates) as number, parent ?? null);
	}
	return table;
}

/** `held` is the content hash that an import's content_root covers: the row's, or of a forgotten turn the one before. */
function verifyRow(
	row: HashedRow,
	recorded: number | undefined,
	ledger: Ledger,
	fault: Fault,
): { held: unknown; forgotten: boolean } {
	const nothing = { held: null, forgotten: false };
	if (row.content === null) {
		fault('turn.unreadable', 'holds bytes where text belongs');
		return nothing;
	}
	const content = sha256Hex(row.content);
	try {
		shapeFaults(row, fault);
		if (recorded === undefined) {
			fault('turn.unrecorded', 'no event recorded it');
			return nothing;
		}
		if (ledger.anyPruned && ledger.sessions.get(sidOf(row.bates))?.pruned)
			fault('turn.pruned', 'its session was pruned, but it is still here');
		if (row.label === null && ledger.nodes.confirms(recorded, row.node_hash, content))
			return { held: content, forgotten: false };
		const told = ledger.nodes.at(recorded);
		recordFaults(row, content, told, fault);
		return told.forgotten ? { held: told.forgotten.before, forgotten: true } : { held: content, forgotten: false };
	} catch {
		fault('turn.unreadable', 'cannot be read');
		return nothing;
	}
}

/** False when the parent's row was not read yet. */
function verifyNodeHash(row: HashedRow, index: number, forgotten: boolean, table: NodeTable, fault: Fault): boolean {
	const parent = row.parent_bates === null ? null : table.indexOf(row.parent_bates);
	if (parent === undefined) return false;
	table.hang(index, parent);
	if (forgotten) {
		if (!isHash(row.node_hash)) fault('turn.node_hash', 'its node_hash is no hash');
		return true;
	}
	const above = parent === null ? 'null' : `"${table.nodeHashHex(parent)}"`;
	if (row.content !== null && sha256Hex(identityIn(row.content, above)) !== row.node_hash)
		fault('turn.node_hash', 'its question, place, policy or time was changed: node_hash does not match');
	return true;
}

function verifyImports(db: Sqlite, ledger: Ledger, table: NodeTable, contents: Hashes, findings: FindingList): void {
	for (const { sid, first_seq, nodes, content_root } of ledger.imports) {
		if (ledger.sessions.get(sid)?.pruned) continue;
		const root = new MerkleBuilder();
		let found = 0;
		for (let seq = first_seq; seq < first_seq + nodes; seq++) {
			const index = table.indexOf(batesAt(sid, seq));
			if (index === undefined) continue;
			found++;
			root.add(leafHash(Buffer.concat([table.nodeHash(index), contents.bytes(index)])));
		}
		if (found === nodes && Buffer.from(root.root()).toString('hex') === content_root) continue;
		for (const bates of changedAnswers(db, sid, first_seq, nodes))
			findings.add('turns', 'import.answer', bates, 'its answer is not the one that was imported');
		findings.add('turns', 'import.content', sid, 'its imported turns are not the recorded ones');
	}
}

/** An import is recorded as a whole; but each turn carries a hash of the answer that it came with. */
function changedAnswers(db: Sqlite, sid: string, first_seq: number, nodes: number): string[] {
	const rows = db.prepare<[string, number, number], { bates: string; cache_key: unknown; answer_text: unknown }>(
		'SELECT bates, cache_key, answer_text FROM nodes WHERE sid = ? AND seq >= ? AND seq < ? ORDER BY seq',
	);
	return rows
		.all(sid, first_seq, first_seq + nodes)
		.filter(({ cache_key, answer_text }) => {
			const [, told] = typeof cache_key === 'string' ? (/^import:(.+)$/.exec(cache_key) ?? []) : [];
			return told !== undefined && (typeof answer_text !== 'string' || sha256Hex(answer_text) !== told);
		})
		.map(({ bates }) => bates);
}
