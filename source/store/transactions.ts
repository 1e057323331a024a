import type { Sqlite } from '../sqlite.ts';
import { changesOf } from './changes.ts';
import { guarded } from './guarded.ts';
import { prepareWriteStatements, type Statements, type WriteStatements } from './statements.ts';
import { stillThere } from './still-there.ts';
import type { Change } from './types.ts';

/** Every write to a shard, and who is told of it. Each throws as `guarded` does, and SHARD_GONE; see still-there.ts. */
export interface Transactions {
	/** One immediate transaction; listeners hear of it when it is committed, after what others committed before it. */
	together<Result>(act: () => Result): Result;
	/** What writes the file and is no part of the record. */
	beside<Result>(act: () => Result): Result;
	/** A write of its own, or one of several that belong together. No savepoint: at each, the search index would be written out. */
	write<Result extends { changes: Change[] }>(act: (statements: WriteStatements, now: string) => Result): Result;
	/** Returns what ends it. */
	subscribe(listener: (change: Change) => void): () => void;
	/** Tells listeners what other processes have committed since; microseconds when nothing has. Throws SHARD_GONE. */
	catchUp(): void;
	/** See still-there.ts. */
	close(): void;
}

/**
 * @param time What is written as the time of a change, `YYYY-MM-DDTHH:MM:SS.sssZ`.
 * @param onMoved Called after a commit of ours that moved the chain's head.
 */
export function transactionsOn(
	db: Sqlite,
	path: string,
	statements: Statements,
	{ time, onMoved }: { time(): string; onMoved(): void },
): Transactions {
	const listeners = new Set<(change: Change) => void>();
	const readVersion = () => guarded(path, () => db.pragma('data_version', { simple: true }));
	const readHead = () => statements.head.get()?.seq ?? 0;

	let lastSeen = guarded(path, readHead);
	const file = guarded(path, () => stillThere(db, path));
	let dataVersion = readVersion();
	let writing: WriteStatements | undefined;
	/** What listeners will hear when the transaction is committed. */
	let untold: Change[] | undefined;

	function tell(changes: readonly Change[]): void {
		for (const change of changes) for (const listener of listeners) listener(change);
	}

	function beside<Result>(act: () => Result): Result {
		return guarded(path, () => file.writing(act));
	}

	function together<Result>(act: () => Result): Result {
		if (untold) return act();
		const changes: Change[] = [];
		let done: { result: Result; head: number };
		try {
			done = beside(() =>
				db
					.transaction(() => {
						if (listeners.size > 0)
							for (const event of statements.eventsAfter.all(lastSeen)) changes.push(...changesOf(statements, event));
						untold = changes;
						const result = act();
						return { result, head: readHead() };
					})
					.immediate(),
			);
		} finally {
			untold = undefined;
		}
		if (done.head !== lastSeen) onMoved();
		lastSeen = done.head;
		tell(changes);
		return done.result;
	}

	return {
		together,
		beside,
		write(act) {
			return together(() => {
				writing ??= { ...statements, ...prepareWriteStatements(db) };
				const result = act(writing, time());
				if (listeners.size > 0) for (const change of result.changes) untold?.push(change);
				return result;
			});
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		catchUp() {
			guarded(path, file.check);
			const version = readVersion();
			if (version === dataVersion) return;
			const changes = guarded(path, () => {
				const events = statements.eventsAfter.all(lastSeen);
				lastSeen = events.at(-1)?.seq ?? lastSeen;
				return events.flatMap((event) => changesOf(statements, event));
			});
			dataVersion = version;
			tell(changes);
		},
		close: () => file.close(),
	};
}
