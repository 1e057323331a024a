// What the surroundings say of the terminal. The screen goes by it, and doctor tells it.

export type Environment = Readonly<Record<string, string | undefined>>;

/** None, 16, 256 or all; the bits of a colour. */
export type Colours = 0 | 4 | 8 | 24;

/** How many colours may be used: FORCE_COLOR before NO_COLOR before what the terminal says of itself. */
export function coloursOf(env: Environment): Colours {
	const forced = env['FORCE_COLOR'];
	if (forced !== undefined) {
		if (forced === '0' || forced === 'false') return 0;
		if (forced === '2') return 8;
		return forced === '3' ? 24 : 4;
	}
	if (env['NO_COLOR']) return 0;
	const term = env['TERM'] ?? '';
	if (term === '' || term === 'dumb') return 0;
	if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 24;
	return /256/.test(term) ? 8 : 4;
}

/** Why only ASCII is safe: the Linux console, an old or a dumb terminal, a locale that says it is not UTF-8. */
export function asciiBecause(env: Environment): string | undefined {
	const term = env['TERM'] ?? '';
	if (/^(linux|dumb|vt\d+)$/.test(term)) return `TERM is ${term}`;
	const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8';
	return /utf-?8/i.test(locale) ? undefined : `the locale is ${locale}`;
}

/** Terminals on which no place can be written to but the next. */
const WITHOUT_PLACES = /^(?:dumb|unknown|emacs|network|dialup|printer|lpr)$/;

/** Whether the terminal can hold no screen. */
export function isWithoutPlaces({ TERM = '' }: Environment): boolean {
	return WITHOUT_PLACES.test(TERM);
}
