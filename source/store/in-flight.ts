import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isObject, parsed } from '../json.ts';
import type { Sqlite } from '../sqlite.ts';
import { wellFormed } from '../text.ts';
import { readable } from './columns.ts';
import { isGone } from './programs.ts';
import type { CanonicalObject } from './types.ts';

/** A question that was sent and whose turn was not saved: its program ended before, or could not save it. */
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
	/** The turn could not be saved: it is left as by a program that is gone. */
	leave(id: string): void;
	/** What was left, the oldest first. */
	left(): Left[];
}

interface Row {
	id: string;
	owner: string;
	sent: string;
	text: string;
}

/** `guard` turns SQLite's failures into sentences. */
export function inFlightOf(db: Sqlite, guard: <Result>(act: () => Result) => Result): InFlight {
	const owner = `${process.pid} ${hostname()} ${Math.random().toString(36).slice(2)}`;
	const insert = db.prepare('INSERT INTO in_flight (id, owner, sent, text) VALUES (?, ?, ?, ?)');
	const replace = db.prepare('UPDATE in_flight SET sent = ? WHERE id = ?');
	const update = db.prepare('UPDATE in_flight SET text = ? WHERE id = ?');
	const disown = db.prepare("UPDATE in_flight SET owner = '' WHERE id = ?");
	const drop = db.prepare('DELETE FROM in_flight WHERE id = ?');
	const all = db.prepare<[], Row>(`SELECT ${readable('id, owner, sent, text')} FROM in_flight ORDER BY rowid`);
	return {
		begin(sent) {
			const id = randomBytes(8).toString('hex');
			guard(() => insert.run(id, owner, JSON.stringify(sent), ''));
			return id;
		},
		tell: (id, sent) => void guard(() => replace.run(JSON.stringify(sent), id)),
		grow: (id, text) => void guard(() => update.run(wellFormed(text), id)),
		end: (id) => void guard(() => drop.run(id)),
		leave: (id) => void guard(() => disown.run(id)),
		left: () =>
			guard(() => all.all())
				.filter((row) => row.owner !== owner && isLeft(row.owner))
				.flatMap(({ id, sent, text }) => {
					const known = parsed(sent);
					return isObject(known) ? [{ id, sent: known as CanonicalObject, text }] : [];
				}),
	};
}

/** Of this process a name that is not its own any more is that of a program before it, under the same number. */
function isLeft(owner: string): boolean {
	const [pid, host] = owner.split(' ');
	return owner === '' || (Number(pid) === process.pid && host === hostname()) || isGone(Number(pid), host);
}
