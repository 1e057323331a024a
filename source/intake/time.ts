const YEAR_1 = Date.parse('0001-01-01T00:00:00.000Z');
const YEAR_9999 = Date.parse('9999-12-31T23:59:59.999Z');
const ZONED = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** Milliseconds since 1970, whole and within the years 1 to 9999; null for anything that is no time. */
export function moment(milliseconds: unknown): number | null {
	if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return null;
	const whole = Math.round(milliseconds);
	return whole >= YEAR_1 && whole <= YEAR_9999 ? whole : null;
}

/** The moment of seconds since 1970, with their fraction. */
export function ofSeconds(seconds: unknown): number | null {
	return typeof seconds === 'number' ? moment(seconds * 1000) : null;
}

/** The moment of an ISO 8601 text; one without a zone is meant as UTC, whatever zone this machine is in. */
export function ofIso(text: unknown): number | null {
	if (typeof text !== 'string' || !ISO.test(text)) return null;
	const iso = text.replace(' ', 'T');
	return moment(Date.parse(ZONED.test(iso) ? iso : `${iso}Z`));
}

/** A moment that is written as seconds, milliseconds or ISO text: whichever it is. */
export function ofAny(value: unknown): number | null {
	if (typeof value === 'number') return Math.abs(value) < 1e11 ? ofSeconds(value) : moment(value);
	return ofIso(value);
}
