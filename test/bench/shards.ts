import { type CanonicalValue, canonicalJson } from '../../source/hash/canonical.ts';
import { contentSha256, eventHash, nodeHash } from '../../source/hash/chain.ts';
import { leafHash } from '../../source/hash/digest.ts';
import { subtreeHash } from '../../source/hash/merkle.ts';
import { formatBates, mintSid } from '../../source/store/bates.ts';
import { cjkRow } from '../../source/store/cjk.ts';
import { openShard } from '../../source/store/open.ts';
import { citationColumns, metaColumn } from '../../source/store/rows.ts';
import { prepareStatements, prepareWriteStatements } from '../../source/store/statements.ts';
import type { NodeRow, Session } from '../../source/store/types.ts';
import { seeded, seededNumbers, steppingClock } from '../helpers/surroundings.ts';
import { type Writer, writer } from './words.ts';

export interface ShardShape {
	turns: number;
	seed?: number;
	/** How many turns a session gets; one session for a single tree. */
	turnsPerSession?: number;
	/** `forest`: forks, and sessions under others' turns. `chain`: each turn under the one before. `fan`: all under one turn. */
	shape?: 'forest' | 'chain' | 'fan';
	/** Words of an answer; some 150 make a kilobyte. */
	words?: number;
}

interface Grown {
	row: NodeRow;
	parent: number | null;
}

/** A shard of many turns, by one bulk insert, the same for the same seed: what the program itself would have written. */
export function makeShard(path: string, shape: ShardShape): { sids: string[]; last: string } {
	const grown = grow(shape);
	hashUp(grown);
	const db = openShard(path);
	const statements = { ...prepareStatements(db), ...prepareWriteStatements(db) };
	const sessions = new Map<string, Session & { events: number }>();
	let previous: string | null = null;
	let seq = 0;
	const record = (type: 'session_created' | 'node_added', row: NodeRow, more: Record<string, CanonicalValue>) => {
		const session = sessions.get(row.sid) as Session & { events: number };
		const { sid, created_at } = row;
		const bates = type === 'node_added' ? row.bates : null;
		const session_seq = session.events++;
		const body = canonicalJson({ ...more, event_type: type, sid, bates, created_at, session_seq });
		const event_hash = eventHash(previous, body);
		statements.insertEvent.run({
			seq: ++seq,
			event_type: type,
			sid,
			bates,
			prev_event_hash: previous,
			event_hash,
			body,
			created_at,
			session_seq,
		});
		previous = event_hash;
	};
	db.transaction(() => {
		for (const { row } of grown) {
			const { bates, sid, created_at } = row;
			if (row.seq === 0) {
				sessions.set(sid, {
					sid,
					root_bates: bates,
					current_bates: bates,
					next_seq: 1,
					created_at,
					updated_at: created_at,
					label: null,
					events: 0,
				});
				record('session_created', row, { root_bates: bates, label_sha256: null });
			}
			const session = sessions.get(sid) as Session;
			Object.assign(session, { current_bates: bates, next_seq: row.seq + 1, updated_at: created_at });
			const { lastInsertRowid } = statements.insertNode.run(row);
			const pairs = cjkRow(row);
			if (pairs) statements.indexCjk.run(lastInsertRowid, ...pairs);
			record('node_added', row, { node_hash: row.node_hash, content_sha256: contentSha256(row), moves_current: true });
		}
		for (const { events: _, ...session } of sessions.values()) statements.insertSession.run(session);
		db.prepare('UPDATE cjk_state SET last_id = (SELECT max(id) FROM nodes)').run();
		db.exec("INSERT INTO nodes_fts(nodes_fts) VALUES ('rebuild')");
	}).immediate();
	db.close();
	return { sids: [...sessions.keys()], last: grown.at(-1)?.row.bates as string };
}

/** The rows, each after its parent, their subtree_hash still to come. */
function grow({ turns, seed = 1, turnsPerSession = 50, shape = 'forest', words = 150 }: ShardShape): Grown[] {
	const random = seededNumbers(seed);
	const surroundings = seeded(seed, steppingClock(1000));
	const write = writer(random);
	const grown: Grown[] = [];
	let sid = '';
	let seq = 0;
	for (let made = 0; made < turns; made++) {
		if (made % turnsPerSession === 0) {
			sid = mintSid(surroundings);
			seq = 0;
			grown.push(newNode(grown, sid, seq++, null, surroundings.now(), null));
		}
		const fresh = grown.length - seq;
		let parent = grown.length - 1;
		if (shape === 'fan') parent = fresh;
		if (shape === 'forest') {
			// One turn in eight forks off an earlier one; one session in ten begins under another's turn.
			if (seq > 1 && random() < 0.125) parent = fresh + Math.floor(random() * seq);
			if (seq === 1 && fresh > 0 && random() < 0.1) parent = Math.floor(random() * fresh);
		}
		grown.push(newNode(grown, sid, seq++, parent, surroundings.now(), texts(write, words)));
	}
	return grown;
}

function texts(write: Writer, words: number): Pick<NodeRow, 'question' | 'answer_text'> & { titles: string[] } {
	return { question: write.question(), answer_text: write.answer(words), titles: [write.title()] };
}

function newNode(
	grown: readonly Grown[],
	sid: string,
	seq: number,
	parent: number | null,
	moment: number,
	said: ReturnType<typeof texts> | null,
): Grown {
	const above = parent === null ? undefined : grown[parent]?.row;
	const bates = formatBates(sid, seq);
	const row: NodeRow = {
		bates,
		sid,
		seq,
		parent_bates: above?.bates ?? null,
		question: said?.question ?? '',
		answer_text: said?.answer_text ?? '',
		cache_key: '',
		audit_mode: said ? 'STRICT' : 'ROOT',
		...citationColumns(said?.titles ?? []),
		created_at: new Date(moment).toISOString(),
		label: null,
		node_hash: '',
		subtree_hash: '',
		meta_json: said ? metaColumn({ engine: 'excerpt', finish: 'complete' }) : '{}',
	};
	row.node_hash = nodeHash(above?.node_hash ?? null, row).toString('hex');
	return { row, parent };
}

/** Sets every subtree_hash from the last row to the first: each row stands after its parent. */
function hashUp(grown: readonly Grown[]): void {
	const below = new Map<number, Uint8Array[]>();
	for (let index = grown.length - 1; index >= 0; index--) {
		const { row, parent } = grown[index] as Grown;
		const own = Buffer.from(row.node_hash, 'hex');
		const children = below.get(index);
		below.delete(index);
		const hash = children ? subtreeHash(own, children) : leafHash(own);
		row.subtree_hash = Buffer.from(hash).toString('hex');
		if (parent === null) continue;
		const siblings = below.get(parent);
		if (siblings) siblings.push(hash);
		else below.set(parent, [hash]);
	}
}
