import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { readRegular } from '../regular-file.ts';
import type { Statements } from './statements.ts';
import type { Head } from './types.ts';

/** A restore that someone said was meant. */
interface Acceptance {
	/** `YYYY-MM-DDTHH:MM:SS.sssZ` */
	at: string;
	/** What the file held before, which is in no chain any more. */
	instead_of: Head;
	head: Head;
}

/** `sessions.db.head`: the newest head that was written down beside the shard, and what was accepted since the first. */
export interface HeadFile {
	head: Head;
	accepted: readonly Acceptance[];
}

const HEAD = '(\\d{1,16}) ([0-9a-f]{64})';
const LINE = new RegExp(`^${HEAD}$`);
const ACCEPTED = new RegExp(`^accepted (\\S{24}) ${HEAD} instead of ${HEAD}$`);

export function headLine({ seq, event_hash }: Head): string {
	return `${seq} ${event_hash}`;
}

/** `12 9f8a…`, as `headLine` writes it; undefined for anything else. */
export function parseHead(line: string): Head | undefined {
	const [, seq, event_hash] = LINE.exec(line) ?? [];
	return seq === undefined || event_hash === undefined ? undefined : { seq: Number(seq), event_hash };
}

export function parseHeadFile(text: string): HeadFile | undefined {
	const [first = '', ...lines] = text.trimEnd().split('\n');
	const head = parseHead(first);
	if (!head) return undefined;
	const accepted = lines.flatMap((line) => {
		const [, at = '', seq, event_hash = '', before, before_hash = ''] = ACCEPTED.exec(line) ?? [];
		const entry = { at, head: { seq: Number(seq), event_hash } };
		return before === undefined ? [] : [{ ...entry, instead_of: { seq: Number(before), event_hash: before_hash } }];
	});
	return { head, accepted };
}

export function headFileText({ head, accepted }: HeadFile): string {
	const lines = accepted.map(
		({ at, head: taken, instead_of }) => `accepted ${at} ${headLine(taken)} instead of ${headLine(instead_of)}`,
	);
	return `${[headLine(head), ...lines].join('\n')}\n`;
}

function headFilePath(shard: string): string {
	try {
		return `${realpathSync(shard)}.head`;
	} catch {
		return `${shard}.head`;
	}
}

/** Null when there is none; undefined when it cannot be understood. */
export function readHeadFile(shard: string): HeadFile | null | undefined {
	try {
		return parseHeadFile(readRegular(headFilePath(shard)));
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined;
	}
}

/** Whole or not at all: written beside it, put on the disk, then given its name. Throws what the disk says. */
export function writeHeadFile(shard: string, content: HeadFile): void {
	const path = headFilePath(shard);
	const beside = `${path}.${process.pid}`;
	try {
		const file = openSync(beside, 'w', 0o600);
		try {
			writeSync(file, headFileText(content));
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(beside, path);
	} catch (error) {
		rmSync(beside, { force: true });
		throw error;
	}
}

/** How long the file may lag behind a commit, milliseconds: an insert does not wait for a second file. */
const LAG = 200;

export interface HeadKeeper {
	/** Something was committed. */
	moved(): void;
	/** Writes down what is not yet. */
	close(): void;
}

/**
 * Keeps the head file behind the shard, never ahead of it. A file whose head the chain does not hold is left as it is: the
 * shard was cut or put back, and only a person can say that this was meant. A file that cannot be written is no trouble of
 * the turn that was saved; `verify` tells how old it is.
 */
export function keepHead(shard: string, { head, hashAt }: Pick<Statements, 'head' | 'hashAt'>): HeadKeeper {
	if (shard === ':memory:') return { moved: () => undefined, close: () => undefined };
	let timer: NodeJS.Timeout | undefined;
	let writing = false;
	let closed = false;

	function next(): HeadFile | undefined {
		// Read anew each time: another program may have accepted a restore since.
		const kept = readHeadFile(shard);
		if (kept === undefined || (kept && hashAt.get(kept.head.seq) !== kept.head.event_hash)) return undefined;
		const last = head.get();
		return last && { head: last, accepted: kept?.accepted ?? [] };
	}

	async function write(): Promise<void> {
		timer = undefined;
		if (writing) return;
		writing = true;
		const path = headFilePath(shard);
		const beside = `${path}.${process.pid}.later`;
		try {
			const content = next();
			if (!content) return;
			const file = await open(beside, 'w', 0o600);
			try {
				await file.writeFile(headFileText(content));
				await file.sync();
			} finally {
				await file.close();
			}
			if (closed) rmSync(beside, { force: true });
			else await rename(beside, path);
		} catch {
			// The next commit tries again.
		} finally {
			writing = false;
		}
	}

	return {
		moved() {
			timer ??= setTimeout(() => void write(), LAG).unref();
		},
		close() {
			closed = true;
			if (timer === undefined && !writing) return;
			clearTimeout(timer);
			try {
				const content = next();
				if (content) writeHeadFile(shard, content);
			} catch {
				// As above.
			}
		},
	};
}
