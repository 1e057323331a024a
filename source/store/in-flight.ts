import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Sqlite } from '../sqlite.ts';
import { wellFormed } from '../text.ts';
import type { CanonicalObject } from './types.ts';

/** A question that was sent and whose program ended before the turn was saved. */
export interface Left {
	readonly id: string;
	/** What the program kept of the question, as it gave it. */
	readonly sent: CanonicalObject;
	/** The answer as far as it came. */
	readonly text: string;
}

/**
 * Questions on their way with their answers so far, so that a killed program loses neither. Each write is a transaction of
 * its own and over at once: nothing is locked while an answer comes.
 */
export interface InFlight {
	/** Returns the name it goes by. */
	begin(sent: CanonicalObject): string;
	/** What else became known of the question. */
	tell(id: string, sent: CanonicalObject): void;
	grow(id: string, text: string): void;
	/** The turn is saved, or there will be none. */
	end(id: string): void;
	/** What programs left that are gone, the oldest first. */
	left(): Left[];
}

interface Row {
	id: string;
	owner: string;
	sent: string;
	text: string;
}

/** `read` turns SQLite's failures into sentences. */
export function inFlightOf(db: Sqlite, read: <Result>(act: () => Result) => Result): InFlight {
	const owner = `${process.pid} ${hostname()} ${randomBytes(4).toString('hex')}`;
	const insert = db.prepare('INSERT INTO in_flight (id, owner, sent, text) VALUES (?, ?, ?, ?)');
	const replace = db.prepare('UPDATE in_flight SET sent = ? WHERE id = ?');
	const update = db.prepare('UPDATE in_flight SET text = ? WHERE id = ?');
	const drop = db.prepare('DELETE FROM in_flight WHERE id = ?');
	const all = db.prepare<[], Row>('SELECT id, owner, sent, text FROM in_flight ORDER BY rowid');
	return {
		begin(sent) {
			const id = randomBytes(8).toString('hex');
			read(() => insert.run(id, owner, JSON.stringify(sent), ''));
			return id;
		},
		tell: (id, sent) => void read(() => replace.run(JSON.stringify(sent), id)),
		grow: (id, text) => void read(() => update.run(wellFormed(text), id)),
		end: (id) => void read(() => drop.run(id)),
		left: () =>
			read(() => all.all())
				.filter((row) => row.owner !== owner && isGone(row.owner))
				.flatMap(({ id, sent, text }) => {
					const known = objectIn(sent);
					return known === undefined ? [] : [{ id, sent: known, text }];
				}),
	};
}

function objectIn(json: string): CanonicalObject | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as CanonicalObject)
			: undefined;
	} catch {
		return undefined;
	}
}

/** Whether it was killed and only its parent has not asked how it ended yet. */
function isDead(pid: number): boolean {
	try {
		return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
	} catch {
		return false;
	}
}

/** Of a program on another computer, which shares the file, nobody can tell: it counts as running. */
function isGone(owner: string): boolean {
	const [pid, host] = owner.split(' ');
	if (host !== hostname() || !(Number(pid) > 0)) return false;
	if (Number(pid) === process.pid) return true;
	try {
		process.kill(Number(pid), 0);
		return isDead(Number(pid));
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}
