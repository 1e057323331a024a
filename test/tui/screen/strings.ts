/** Strings of every kind a screen may meet, the same ones in every run. */
const POOLS: readonly (() => string)[] = [
	() => 'the quick brown fox (1962) ',
	() => '│├╰─▾▸◂⚑…›‹✓✗↗⇣✎⠿▌¹²“”’',
	() => 'äöüßéñçøÅŁžđ Ωλπ Жизнь',
	() => '蜘蛛侠かなカナ한국어。「」ＡＢｱｲﾞﾟ',
	() => '\u0301\u0308\u0903\u093e\u0e33\u0f3e\u20e3\u200d\ufe0f\ufe0e\u034f\u00ad\u3164\u115f',
	() => 'नमस्तेक्षשלוםمرحباไทยທີ່',
	() => '\u1100\u1161\u11a8\ud7b0\ua960각가',
	() => '☀☁❤✔#*12➡⏰⌚♂♀',
];
const WHOLES = [
	'👩‍👩‍👧',
	'🇧🇷',
	'🇧',
	'🏴󠁧󠁢󠁥󠁮󠁧󠁿',
	'1️⃣',
	'#⃣',
	'❤️',
	'👍🏽',
	'🕵️‍♂️',
	'😀',
	'🫠',
	'e\u0301',
	'\u{20000}',
	'\u{1f3fb}',
	'\ud800',
	'\udc00',
	'\u0600',
	'\u200b',
	'\u202e',
	'\ufeff',
	'\t',
	'\r\n',
	'\x9b1m',
	'\x07',
	'\x7f',
];
const COLOURS = [
	'\x1b[31m',
	'\x1b[39m',
	'\x1b[1m',
	'\x1b[2m',
	'\x1b[22m',
	'\x1b[38;5;203m',
	'\x1b[38;2;1;2;3m',
	'\x1b[48;5;236m',
	'\x1b[49m',
	'\x1b[0m',
	'\x1b[m',
	'\x1b[1;31;4m',
	'\x1b[7m',
	'\x1b[27m',
	'\x1b[999m',
	'\x1b[38;5m',
];
const ODD = ['\x1b', '\x1b[', '\x1b[2J', '\x1b]8;;http://x\x07', '\x1b]8;;\x07', '\x1b[1', '\x1bc', '\x1b[?25l'];

export function random(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

export function anyString(pick: (below: number) => number): string {
	const from = <T>(list: ArrayLike<T>): T => list[pick(list.length)] as T;
	let text = '';
	for (let parts = 1 + pick(8); parts > 0; parts--) {
		const kind = pick(20);
		if (kind < 9) {
			const pool = [...from(POOLS)()];
			for (let count = 1 + pick(5); count > 0; count--) text += from(pool);
		} else if (kind < 13) text += from(WHOLES);
		else if (kind < 17) text += from(COLOURS);
		else if (kind < 18) text += from(ODD);
		else text += String.fromCodePoint(pick(pick(2) === 0 ? 0x3000 : 0x20000));
	}
	return text;
}
