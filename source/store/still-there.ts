import { realpathSync, type Stats, statSync } from 'node:fs';
import { ArboristError } from '../errors.ts';

/** Milliseconds after another program's change, or after its checkpoint was last seen writing, in which it may write the file. */
const CHECKPOINT = 10_000;
/** File systems round the time of a write as late as they please, to two seconds. Milliseconds. */
const ROUNDED = 2000;

/** The file that was opened, as long as it is the one at its path. */
export interface OpenFile {
	/** Throws SHARD_GONE. */
	check(): void;
	/** Does what writes it through our own connection. Throws SHARD_GONE before. */
	writing<Result>(act: () => Result): Result;
}

/**
 * SQLite goes on in a file that was removed, replaced or written over, and says that all is well: what it saves there is gone
 * when the program ends, or lands among pages of another shard.
 *
 * The file is only ever asked for its facts, never opened: to close a second descriptor would drop SQLite's own locks. With
 * a journal a shard is written by checkpoints alone, and each follows a change; so a file that was written with no change
 * seen for a while was written by something that does not know of the journal, `cp` say. What is copied over a shard in the
 * seconds after another program's change is not told from that.
 *
 * @param version What moves when another connection commits, PRAGMA data_version.
 */
export function stillThere(path: string, version: () => unknown): OpenFile {
	if (path === ':memory:') return { check: () => undefined, writing: (act) => act() };
	const journal = `${realpathSync(path)}-wal`;
	const opened = statSync(path);
	const openedJournal = found(journal);
	let seen = opened;
	let seenVersion = version();
	let changed = performance.now();
	let overwritten = false;

	function check(): void {
		const now = found(path);
		if (!now) throw gone(path, 'removed');
		if (!isSame(now, opened)) throw gone(path, 'replaced');
		if (openedJournal && !isSame(found(journal), openedJournal)) throw gone(`The journal of ${path}`, 'removed');
		// Asked after the file: what had been written by then has moved it.
		const nowVersion = version();
		const moved = nowVersion !== seenVersion;
		seenVersion = nowVersion;
		const written = Math.abs(now.mtimeMs - seen.mtimeMs) > ROUNDED || now.size !== seen.size;
		if (moved) changed = performance.now();
		else if (written && performance.now() - changed > CHECKPOINT) overwritten = true;
		if (overwritten) throw gone(path, 'overwritten');
		if (!written) return;
		changed = performance.now();
		seen = now;
	}

	return {
		check,
		writing(act) {
			check();
			try {
				return act();
			} finally {
				seen = found(path) ?? seen;
			}
		},
	};
}

function found(path: string): Stats | undefined {
	return statSync(path, { throwIfNoEntry: false });
}

function isSame(one: Stats | undefined, other: Stats): boolean {
	return one?.ino === other.ino && one.dev === other.dev;
}

function gone(path: string, how: 'removed' | 'replaced' | 'overwritten'): ArboristError {
	return new ArboristError(
		'SHARD_GONE',
		`${path} was ${how} while it was open; nothing more is saved.`,
		how === 'removed'
			? 'Put it back, or start again.'
			: 'Start again to go on with what is there now; a backup is put back while Arborist is closed.',
	);
}
