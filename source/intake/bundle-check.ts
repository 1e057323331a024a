import { createHash } from 'node:crypto';
import { contentSha256, eventHash, nodeHash } from '../hash/chain.ts';
import { leafHash } from '../hash/digest.ts';
import { merkleRoot } from '../hash/merkle.ts';
import { isObject, member, parsed } from '../json.ts';
import { batesAt } from '../store/bates.ts';
import type { BundleLine } from '../store/bundle.ts';
import type { AuditEvent, NodeRow } from '../store/types.ts';
import type { Opened } from './source.ts';

// A bundle is checked from end to end before the first of its turns lands: its seal, every node's hash from its parent's,
// every event's hash, and every turn against the event that recorded it.

/** What is wrong with it, in the words after “it”; null when nothing is. */
export async function faultOf(source: Opened): Promise<string | null> {
	const check = new Check();
	const hash = createHash('sha256');
	let end: unknown;
	for await (const line of linesOf(source.bytes())) {
		if (end !== undefined) return 'goes on after its end';
		const value = parsed(line.toString('utf8'));
		end = member(value, 'end');
		if (end === undefined) {
			hash.update(line);
			const fault = isObject(value) ? check.line(value as unknown as BundleLine) : 'holds a line that is no JSON';
			if (fault !== null) return fault;
		}
	}
	if (end === undefined) return 'was cut: it has no end';
	if (member(end, 'sha256') !== hash.digest('hex')) return 'was changed: its seal does not match';
	return check.end();
}

class Check {
	/** Of each node: its hash, and the hash of its content. */
	readonly #nodes = new Map<string, { node_hash: string; content: string; isForgotten: boolean }>();
	readonly #events: AuditEvent[] = [];
	readonly #forgotten = new Set<string | null>();
	/** Whether it holds whole sessions, and so every event of theirs. */
	#isWhole = false;
	/** Nodes whose parent came later, as when two sessions hang under each other. */
	readonly #unplaced: NodeRow[] = [];

	line(line: BundleLine): string | null {
		if ('bundle' in line) this.#isWhole = line.bundle.whole;
		if ('node' in line) return this.#node(line.node);
		if ('event' in line) {
			const { prev_event_hash, body, event_hash } = line.event;
			if (eventHash(prev_event_hash, body) !== event_hash) return 'holds an event that was changed';
			this.#events.push(line.event);
			if (line.event.event_type === 'node_forgotten') this.#forgotten.add(line.event.bates);
		}
		return null;
	}

	#node(row: NodeRow): string | null {
		const parent = row.parent_bates === null ? null : this.#nodes.get(row.parent_bates);
		// A forgotten turn's hash is of a question that is gone.
		const isForgotten = row.seq > 0 && row.question === '' && row.answer_text === '' && row.meta_json === '{}';
		if (parent === undefined && !isForgotten) this.#unplaced.push(row);
		else if (!isForgotten && nodeHash(parent?.node_hash ?? null, row).toString('hex') !== row.node_hash)
			return changed(row);
		this.#nodes.set(row.bates, { node_hash: row.node_hash, content: contentSha256(row), isForgotten });
		return null;
	}

	end(): string | null {
		for (const row of this.#unplaced) {
			const parent = this.#nodes.get(row.parent_bates ?? '');
			if (!parent) return `lacks the turn above ${row.bates}`;
			if (nodeHash(parent.node_hash, row).toString('hex') !== row.node_hash) return changed(row);
		}
		for (const [bates, { isForgotten }] of this.#nodes) {
			if (this.#isWhole && isForgotten && !this.#forgotten.has(bates)) return `was changed: ${bates} lost its text`;
		}
		for (const { event_type, bates, sid, body } of this.#events) {
			const said = parsed(body);
			const node = bates === null ? undefined : this.#nodes.get(bates);
			if (event_type === 'node_added' && node && !node.isForgotten && member(said, 'content_sha256') !== node.content) {
				return `was changed: ${bates} is not what was recorded`;
			}
			if (event_type === 'session_imported' && !this.#holds(sid, said))
				return `was changed: ${sid} is not what was recorded`;
		}
		return null;
	}

	#holds(sid: string, said: unknown): boolean {
		const [first, count] = [Number(member(said, 'first_seq')), Number(member(said, 'nodes'))];
		if (!(count > 0 && count <= this.#nodes.size)) return false;
		const leaves: Buffer[] = [];
		for (let seq = first; seq < first + count; seq++) {
			const node = this.#nodes.get(batesAt(sid, seq));
			if (!node) return false;
			if (node.isForgotten) return true;
			leaves.push(leafHash(Buffer.from(node.node_hash + node.content, 'hex')));
		}
		return Buffer.from(merkleRoot(leaves)).toString('hex') === member(said, 'content_root');
	}
}

function changed({ bates }: NodeRow): string {
	return `was changed: the hash of ${bates} does not match`;
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		let from = 0;
		const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
		for (let at = all.indexOf(10); at !== -1; at = all.indexOf(10, from)) {
			yield all.subarray(from, at + 1);
			from = at + 1;
		}
		rest = all.subarray(from);
	}
	if (rest.length > 0) yield rest;
}
