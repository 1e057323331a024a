import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../folder.ts';
import { readRegular } from '../regular-file.ts';
import { isGone } from './programs.ts';

/**
 * Which sessions are open in running programs, so that none of them is pruned: one small file for each program in the
 * folder `<shard>.open`. Not a table of the shard: to open a session must take no lock and must work while another
 * program writes. Best effort: where the folder cannot be written nobody is stopped.
 */
export interface Holds {
	/** Says that this program has the session open; what it held before it lets go. */
	hold(sid: string): void;
	/** The sessions open in other programs that still run. */
	elsewhere(): Set<string>;
	/** Those, and the one that this program holds. */
	open(): Set<string>;
	release(): void;
}

export function holdsOf(shard: string): Holds {
	const folder = `${shard}.open`;
	const own = join(folder, `${process.pid}-${Math.random().toString(36).slice(2)}`);
	let held: string | null = null;
	const elsewhere = () => new Set(shard === ':memory:' ? [] : runningHolds(folder, own));
	return {
		hold(sid) {
			if (held === sid) return;
			held = sid;
			if (shard !== ':memory:') attempt(() => write(folder, own, sid));
		},
		elsewhere,
		open: () => (held === null ? elsewhere() : elsewhere().add(held)),
		release() {
			if (held !== null && shard !== ':memory:') attempt(() => rmSync(own, { force: true }));
			held = null;
		},
	};
}

function write(folder: string, file: string, sid: string): void {
	makeFolder(folder);
	for (const each of readdirSync(folder)) if (isOver(folder, each)) rmSync(join(folder, each), { force: true });
	const fd = openSync(file, 'w', 0o600);
	try {
		writeSync(fd, `${sid}\n${hostname()}\n`);
	} finally {
		closeSync(fd);
	}
}

function runningHolds(folder: string, own: string): string[] {
	const names = attempt(() => readdirSync(folder)) ?? [];
	return names
		.filter((name) => join(folder, name) !== own && !isOver(folder, name))
		.flatMap((name) => read(folder, name)?.sid ?? []);
}

function read(folder: string, name: string): { sid: string; host: string } | undefined {
	const [sid = '', host = ''] = attempt(() => readRegular(join(folder, name)).split('\n')) ?? [];
	return sid === '' ? undefined : { sid, host };
}

/** Whether the program that holds it is gone. */
function isOver(folder: string, name: string): boolean {
	const pid = Number(/^(\d+)-[0-9a-f]{8}$/.exec(name)?.[1]);
	return isGone(pid, read(folder, name)?.host);
}

function attempt<Result>(act: () => Result): Result | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}
