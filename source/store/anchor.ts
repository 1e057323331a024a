import { LogTree } from '../hash/log-tree.ts';
import { columnQuery, type Sqlite } from '../sqlite.ts';
import { parseHead, parseHeadFile } from './head-file.ts';
import { parseNote, type SignedNote } from './note.ts';
import type { Head } from './types.ts';
import type { FindingList } from './verify/findings.ts';

/** What was kept of a shard outside of it: one event by its hash, or the tree over all events up to a number. */
export type Anchor = { kind: 'head'; head: Head } | { kind: 'note'; note: SignedNote };

/** An anchor as verification finds it. */
export interface AnchorVerdict {
	/** `head file` lies beside the shard; `given` was kept elsewhere. */
	from: 'head file' | 'given';
	/** The last event that it holds. */
	seq: number;
	holds: boolean;
}

/** A line of `checkpoint`, a signed note, or a head file; undefined for anything else. */
export function parseAnchor(text: string): Anchor | undefined {
	const head = parseHead(text.trim()) ?? parseHeadFile(text)?.head;
	if (head) return { kind: 'head', head };
	const note = parseNote(text);
	return note && { kind: 'note', note };
}

/** Compares by hash, not by number: a chain of the same length may be another one. */
export function verifyAnchor(
	db: Sqlite,
	anchor: Anchor,
	from: AnchorVerdict['from'],
	findings: FindingList,
): AnchorVerdict {
	const seq = anchor.kind === 'head' ? anchor.head.seq : anchor.note.size;
	const whose = from === 'given' ? 'the anchor' : 'the head file beside it';
	const last = columnQuery<number>(db, 'SELECT max(seq) FROM audit_events').get() ?? 0;
	const fault = (id: string, what: string) => {
		findings.add('anchor', id, 'the shard', what);
		return { from, seq, holds: false };
	};
	if (seq > last) {
		const lost = seq - last;
		return fault(
			'anchor.cut',
			`ends at event ${last}, and ${whose} knows event ${seq}: the last ${lost === 1 ? 'event was' : `${lost} events were`} cut off, or this is an older copy`,
		);
	}
	if (!agrees(db, anchor))
		return fault(
			'anchor.changed',
			`is not the one that ${whose} is about: its record up to event ${seq} was rewritten, or this is another shard`,
		);
	return { from, seq, holds: true };
}

function agrees(db: Sqlite, anchor: Anchor): boolean {
	if (anchor.kind === 'head') {
		const { seq, event_hash } = anchor.head;
		return columnQuery<string>(db, 'SELECT event_hash FROM audit_events WHERE seq = ?').get(seq) === event_hash;
	}
	const { size, root, origin } = anchor.note;
	return originOf(db) === origin && logTree(db, size).equals(root);
}

/** The head of the tree over the first events, or over all. */
export function logTree(db: Sqlite, size: number): Buffer {
	const tree = new LogTree();
	for (const hash of eventHashes(db, size)) tree.add(hash);
	return Buffer.from(tree.head());
}

export function* eventHashes(db: Sqlite, size: number): Generator<Buffer> {
	const rows = db.prepare<[number], string>('SELECT event_hash FROM audit_events WHERE seq <= ? ORDER BY seq').pluck();
	for (const hash of rows.iterate(size)) yield Buffer.from(String(hash), 'hex');
}

/** The name of a shard's log: its first event is like no other shard's. */
export function originOf(db: Sqlite): string {
	const first = columnQuery<string>(db, 'SELECT event_hash FROM audit_events WHERE seq = 1').get() ?? '';
	return `arborist/${first.slice(0, 32)}`;
}
