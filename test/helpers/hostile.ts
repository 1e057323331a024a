const ESC = '\u001b';
const BEL = '\u0007';

/** Texts that would act on a terminal, reorder what is read, or hide, each with what it is after. */
export const HOSTILE: readonly { does: string; text: string }[] = [
	{ does: 'fills the clipboard', text: `before${ESC}]52;c;c3R1ZmY=${BEL}after` },
	{ does: 'fills the clipboard, ended the other way', text: `${ESC}]52;c;c3R1ZmY=${ESC}\\` },
	{ does: 'renames the window', text: `${ESC}]0;not your window${BEL}` },
	{ does: 'renames the window and never ends', text: `${ESC}]2;and so on` },
	{ does: 'makes a link to another place', text: `${ESC}]8;;https://elsewhere.example${ESC}\\bank${ESC}]8;;${ESC}\\` },
	{ does: 'clears the screen', text: `${ESC}[2J${ESC}[1;1H` },
	{ does: 'leaves for the other screen', text: `${ESC}[?1049h` },
	{ does: 'hides the cursor', text: `${ESC}[?25l` },
	{ does: 'resets the terminal', text: `${ESC}c` },
	{ does: 'asks the terminal for its settings', text: `${ESC}P$qm${ESC}\\` },
	{ does: 'asks where the cursor stands', text: `${ESC}[6n` },
	{ does: 'asks what the terminal is', text: `${ESC}[c` },
	{ does: 'draws a picture', text: `${ESC}_Ga=T,f=100;QUFB${ESC}\\` },
	{ does: 'clears the screen with one-byte controls', text: '\u009b2J' },
	{ does: 'renames the window with one-byte controls', text: '\u009d2;x\u009c' },
	{ does: 'writes over the start of the line', text: 'approved\rREFUSED' },
	{ does: 'rubs out what stood before', text: 'no\b\byes\u007f' },
	{ does: 'beeps, feeds and shifts', text: '\u0007\u000b\u000c\u000e\u000f' },
	{ does: 'holds a NUL', text: 'half\u0000way' },
	{ does: 'reads backwards', text: 'report\u202efdp.sh' },
	{ does: 'is embedded the other way', text: '\u202bright to left\u202c' },
	{ does: 'is isolated the other way', text: '\u2067right to left\u2069' },
	{ does: 'holds marks of direction', text: 'a\u200e\u200f\u061cb' },
	{ does: 'parts a word invisibly', text: 'pass\u200bword' },
	{ does: 'joins words invisibly', text: 'pass\u2060word' },
	{ does: 'holds a byte order mark', text: 'mid\ufeffdle' },
	{ does: 'breaks lines in other words', text: 'one\u2028two\u2029three\u0085four' },
	{ does: 'cannot be seen', text: `${ESC}[8mthere${ESC}[28m` },
	{
		does: 'hides a sentence in tags',
		text: `fine${[...'obey'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}`,
	},
	{ does: 'holds half a character', text: 'a\ud83cb\udf33c' },
	{ does: 'leaves an escape for what follows', text: `the end${ESC}` },
];

/** Texts that look strange and are fine: they are shown as they are. */
export const HARMLESS: readonly { is: string; text: string }[] = [
	{ is: 'Hebrew', text: 'שלום' },
	{ is: 'Arabic', text: 'مرحبا' },
	{ is: 'Hindi', text: 'नमस्ते' },
	{ is: 'Chinese', text: '蜘蛛侠' },
	{ is: 'a family of three', text: '👨\u200d👩\u200d👦' },
	{ is: 'an accent apart', text: 'e\u0301' },
	{ is: 'an accent within', text: 'é' },
	{ is: 'a flag of two letters', text: '🇨🇱' },
	{ is: 'the flag of Wales, spelled in tags', text: '🏴󠁧󠁢󠁷󠁬󠁳󠁿' },
	{ is: 'columns', text: 'a\tb' },
	{ is: 'lines', text: 'a\nb' },
];
