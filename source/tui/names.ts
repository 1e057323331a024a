import type { Session } from '../store/types.ts';
import { displayLine } from '../text.ts';

const TWO = (number: number) => String(number).padStart(2, '0');

/** What a session is called: its label, else when it began, by the clock on the wall. */
export function sessionName({ sid, label }: Pick<Session, 'sid' | 'label'>): string {
	if (label !== null) return displayLine(label);
	const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(sid) ?? [];
	const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)));
	if (Number.isNaN(time.getTime())) return displayLine(sid);
	return `${time.getFullYear()}-${TWO(time.getMonth() + 1)}-${TWO(time.getDate())} ${TWO(time.getHours())}:${TWO(time.getMinutes())}`;
}
