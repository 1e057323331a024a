import type { Colours, Environment } from '../../terminal.ts';

/** Colours are meanings. Each has an attribute or a mark beside it somewhere: nothing is said by colour alone. */
export interface Theme {
	/** Where you stand. */
	readonly accent: Style;
	/** What is beside the path. */
	readonly dim: Style;
	/** The path from the root to the cursor. */
	readonly bright: Style;
	readonly good: Style;
	readonly warn: Style;
	readonly bad: Style;
	/** Words that were looked for. */
	readonly match: Style;
	/** The row the cursor is on. */
	readonly cursor: Style;
}

export type Style = (text: string) => string;
export type Meaning = keyof Theme;

const MEANINGS = ['accent', 'dim', 'bright', 'good', 'warn', 'bad', 'match', 'cursor'] as const;

// What each meaning turns on, and what turns exactly that off again.
type Codes = Readonly<Record<Meaning, readonly [on: string, off: string]>>;

const NONE: Codes = {
	accent: ['1', '22'],
	dim: ['2', '22'],
	bright: ['1', '22'],
	good: ['', ''],
	warn: ['', ''],
	bad: ['1', '22'],
	match: ['4', '24'],
	cursor: ['7', '27'],
};

const SIXTEEN: Codes = {
	...NONE,
	accent: ['1;36', '22;39'],
	good: ['32', '39'],
	warn: ['33', '39'],
	bad: ['31', '39'],
	match: ['4;33', '24;39'],
};

function shades(dark: boolean, colour: (index: number, hex: string) => string): Codes {
	const fore = (index: number, hex: string) => `38;${colour(index, hex)}`;
	return {
		accent: [`1;${dark ? fore(80, '5fd7d7') : fore(30, '008787')}`, '22;39'],
		dim: [dark ? fore(245, '8a8a8a') : fore(243, '767676'), '39'],
		bright: [dark ? fore(255, 'eeeeee') : fore(232, '080808'), '39'],
		good: [dark ? fore(114, '87d787') : fore(28, '008700'), '39'],
		warn: [dark ? fore(179, 'd7af5f') : fore(130, 'af5f00'), '39'],
		bad: [dark ? fore(203, 'ff5f5f') : fore(124, 'af0000'), '39'],
		match: [`4;${dark ? fore(221, 'ffd75f') : fore(94, '875f00')}`, '24;39'],
		cursor: [`48;${dark ? colour(237, '3a3a3a') : colour(254, 'e4e4e4')}`, '49'],
	};
}

function codes(colours: Colours, dark: boolean): Codes {
	if (colours === 0) return NONE;
	if (colours === 4) return SIXTEEN;
	return shades(dark, (index, hex) => (colours === 8 ? `5;${index}` : `2;${channels(hex).join(';')}`));
}

function channels(hex: string): number[] {
	return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

export function themeOf(colours: Colours, dark: boolean): Theme {
	const table = codes(colours, dark);
	const style = (meaning: Meaning): Style => {
		const [on, off] = table[meaning];
		return on === '' ? (text) => text : (text) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`);
	};
	return Object.fromEntries(MEANINGS.map((meaning) => [meaning, style(meaning)])) as unknown as Theme;
}

/** Asks the terminal for its background; the answer comes as a reply on stdin. */
export const ASK_BACKGROUND = '\u001b]11;?\u001b\\';

/** Whether a reply says that the background is dark; undefined when it is not a reply to that. */
export function darkByReply(reply: string): boolean | undefined {
	const found = /\]11;rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(reply);
	if (found === null) return undefined;
	const [red = 0, green = 0, blue = 0] = found
		.slice(1)
		.map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5;
}

/** The same from COLORFGBG (`15;0`); dark when nothing is known. */
export function darkByEnvironment(env: Environment): boolean {
	const background = Number(env['COLORFGBG']?.split(';').at(-1) ?? 0);
	return !(background === 7 || background > 8);
}
