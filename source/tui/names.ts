import { oneLine } from '../commands/phrases.ts';
import { batesAt } from '../store/bates.ts';
import type { Outline } from '../store/outline.ts';
import type { Session } from '../store/types.ts';
import { displayLine } from '../text.ts';

type Named = Pick<Session, 'sid' | 'label'>;

const TWO = (number: number) => String(number).padStart(2, '0');
const LONGEST = 60;

/** What a session is called: its label, else its first question in quotes, else when it began, by the clock on the wall. */
export function sessionName({ sid, label }: Named, first: string): string {
	if (label !== null) return displayLine(label);
	const question = oneLine(first, LONGEST);
	return question === '' ? beganAt(sid) : `“${question}”`;
}

/** The name of a session of a forest; its first question is looked at only where there is no label. */
export function nameIn({ outline }: { readonly outline: Outline }, session: Named): string {
	return sessionName(session, session.label === null ? (outline.row(batesAt(session.sid, 1))?.question ?? '') : '');
}

function beganAt(sid: string): string {
	const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(sid) ?? [];
	const time = new Date(
		Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
	);
	if (Number.isNaN(time.getTime())) return displayLine(sid);
	const date = `${time.getFullYear()}-${TWO(time.getMonth() + 1)}-${TWO(time.getDate())}`;
	return `${date} ${TWO(time.getHours())}:${TWO(time.getMinutes())}:${TWO(time.getSeconds())}`;
}
