import { type CanonicalValue, isCanonicalJson } from '../../hash/canonical.ts';
import { contentSha256, labelSha256, nodeHash } from '../../hash/chain.ts';
import { leafHash } from '../../hash/digest.ts';
import { merkleRoot } from '../../hash/merkle.ts';
import type { Sqlite } from '../../sqlite.ts';
import { labelFault } from '../labels.ts';
import type { NodeRow } from '../types.ts';
import type { FindingList } from './findings.ts';
import { type Ledger, type RecordedNode, TIME } from './ledger.ts';
import { everyNode } from './read.ts';
import { NodeTable } from './table.ts';

const MODES = new Set<unknown>(['STRICT', 'HYBRID', 'UNGROUNDED', 'IMPORTED', 'ROOT']);
const HEX = /^[0-9a-f]{64}$/;

/** Checks every row of `nodes` against what the chain recorded, and gathers places and hashes for the checks of the tree. */
export function verifyNodes(db: Sqlite, ledger: Ledger, findings: FindingList): NodeTable {
	const table = new NodeTable();
	const orphans: { row: NodeRow; index: number }[] = [];
	let known = 0;
	const imported = new Map<string, Buffer>();
	for (const row of everyNode(db)) {
		const fault = (id: string, what: string) => findings.add('turns', id, row.bates, what);
		const index = table.add(row.bates, row.sid, row.seq, row.node_hash, row.subtree_hash);
		if (index === -1) {
			fault('turn.twice', 'stands in the table twice');
			continue;
		}
		const recorded = ledger.nodes.get(row.bates);
		if (recorded) known++;
		try {
			rowFaults(row, recorded, ledger, fault);
			if (recorded?.node_hash === null) {
				const held = recorded.forgotten ? String(recorded.forgotten.before) : contentSha256(row);
				imported.set(row.bates, Buffer.from(row.node_hash + held, 'hex'));
			}
		} catch {
			fault('turn.unreadable', 'cannot be read');
		}
		if (!verifyNodeHash(row, index, recorded, table, fault)) orphans.push({ row, index });
	}
	for (const { row, index } of orphans) {
		const fault = (id: string, what: string) => findings.add('turns', id, row.bates, what);
		if (!verifyNodeHash(row, index, ledger.nodes.get(row.bates), table, fault))
			fault('turn.parent', `its parent ${row.parent_bates} is missing`);
	}
	for (const [bates, recorded] of known === ledger.nodes.size ? [] : ledger.nodes) {
		if (!table.has(bates) && !ledger.sessions.get(recorded.sid)?.pruned) {
			findings.add('turns', 'turn.missing', bates, 'was recorded, but is gone');
		}
	}
	verifyImports(ledger, imported, findings);
	return table;
}

type Fault = (id: string, what: string) => void;

/** False when the parent's row was not read yet. */
function verifyNodeHash(
	row: NodeRow,
	index: number,
	recorded: RecordedNode | undefined,
	table: NodeTable,
	fault: Fault,
): boolean {
	const parent = row.parent_bates === null ? null : table.indexOf(row.parent_bates);
	if (parent === undefined) return false;
	table.hang(index, parent);
	if (recorded?.forgotten) {
		if (!HEX.test(row.node_hash)) fault('turn.node_hash', 'its node_hash is no hash');
		return true;
	}
	const hash = nodeHash(parent === null ? null : table.nodeHashHex(parent), row).toString('hex');
	if (hash !== row.node_hash)
		fault('turn.node_hash', 'its question, place, policy or time was changed: node_hash does not match');
	return true;
}

function rowFaults(row: NodeRow, recorded: RecordedNode | undefined, ledger: Ledger, fault: Fault): void {
	if (row.bates !== `${row.sid}-${String(row.seq).padStart(6, '0')}`)
		fault('turn.bates', 'its bates id does not read as its session and number');
	if ((row.parent_bates === null) !== (row.seq === 0)) fault('turn.parent', 'only a root has no parent');
	if (!MODES.has(row.audit_mode) || (row.audit_mode === 'ROOT') !== (row.seq === 0))
		fault('turn.mode', 'its audit_mode is not one of its kind');
	if (typeof row.created_at !== 'string' || !TIME.test(row.created_at))
		fault('turn.time', 'its time does not read as one');
	if (!citationsAgree(row)) fault('turn.citations', 'its cited titles, their number and their text do not agree');
	if (row.meta_json !== '{}' && !isCanonicalObject(row.meta_json))
		fault('turn.meta', 'its meta is not a canonical object');
	if (!recorded) {
		fault('turn.unrecorded', 'no event recorded it');
		return;
	}
	if (ledger.anyPruned && ledger.sessions.get(recorded.sid)?.pruned)
		fault('turn.pruned', 'its session was pruned, but it is still here');
	const { forgotten } = recorded;
	const content = contentSha256(row);
	if (recorded.node_hash !== null && recorded.node_hash !== row.node_hash)
		fault('turn.node_hash', 'its node_hash is not the recorded one');
	if (recorded.content_sha256 !== null && recorded.content_sha256 !== (forgotten ? forgotten.before : content)) {
		fault('turn.content', 'its question, answer, citations or meta were changed after they were recorded');
	}
	if (forgotten) {
		const left = [row.question, row.answer_text, row.cited_titles_json, row.meta_json, row.label];
		if (JSON.stringify(left) !== '["","","[]","{}",null]')
			fault('turn.forgotten', 'was forgotten, but its text is still there');
		if (forgotten.after !== content) fault('turn.content', 'was forgotten, and what was left of it was changed');
	}
	if (recorded.label_sha256 !== labelSha256(row.label)) fault('turn.label', 'its label is not the last one recorded');
	const wrong = row.label === null ? null : labelFault(row.label, 'turn');
	if (wrong) fault('turn.label', `has a label that is none: a label ${wrong}`);
}

function citationsAgree({ cited_titles_json, cited_titles, n_cited_sources }: NodeRow): boolean {
	if (n_cited_sources === 0) return cited_titles_json === '[]' && cited_titles === '';
	const titles = JSON.parse(cited_titles_json) as unknown;
	return (
		Array.isArray(titles) &&
		titles.every((title) => typeof title === 'string') &&
		titles.length === n_cited_sources &&
		titles.join('\n') === cited_titles &&
		JSON.stringify(titles) === cited_titles_json &&
		(titles.length === 1 || new Set(titles).size === titles.length)
	);
}

function isCanonicalObject(text: string): boolean {
	const value = JSON.parse(text) as CanonicalValue;
	return value !== null && typeof value === 'object' && !Array.isArray(value) && isCanonicalJson(value, text);
}

function verifyImports(ledger: Ledger, leaves: ReadonlyMap<string, Buffer>, findings: FindingList): void {
	for (const { sid, first_seq, nodes, content_root } of ledger.imports) {
		if (ledger.sessions.get(sid)?.pruned) continue;
		const hashes: Buffer[] = [];
		for (let seq = first_seq; seq < first_seq + nodes; seq++) {
			const held = leaves.get(`${sid}-${String(seq).padStart(6, '0')}`);
			if (held?.length === 64) hashes.push(leafHash(held));
		}
		if (hashes.length !== nodes || Buffer.from(merkleRoot(hashes)).toString('hex') !== content_root) {
			findings.add('turns', 'import.content', sid, 'its imported turns are not the recorded ones');
		}
	}
}
