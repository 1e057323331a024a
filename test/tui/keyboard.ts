/** The bytes that a terminal sends for a key, by the name the keymap gives it. */
export function bytesOf(name: string): string {
	const twice = name.split(' ');
	if (twice.length === 2) return twice.map(bytesOf).join('');
	const known = PLAIN[name];
	if (known !== undefined) return known;
	const [, ctrl, alt, shift, key = ''] = /^(ctrl-)?(alt-)?(shift-)?(.+)$/s.exec(name) ?? [];
	const modifiers = 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
	if (LETTER[key]) return `\u001b[1;${modifiers}${LETTER[key]}`;
	if (key === 'enter' && modifiers > 1) return alt && modifiers === 3 ? '\u001b\r' : `\u001b[13;${modifiers}u`;
	if (key === 'backspace' && alt) return '\u001b\u007f';
	if ([...key].length !== 1) throw new Error(`no terminal sends ${name}`);
	const character = ctrl ? String.fromCharCode(key.charCodeAt(0) & 31) : key;
	return alt ? `\u001b${character}` : character;
}

const LETTER: Readonly<Record<string, string>> = { up: 'A', down: 'B', right: 'C', left: 'D', end: 'F', home: 'H' };

const PLAIN: Readonly<Record<string, string>> = {
	enter: '\r',
	tab: '\t',
	'shift-tab': '\u001b[Z',
	esc: '\u001b',
	space: ' ',
	backspace: '\u007f',
	delete: '\u001b[3~',
	up: '\u001b[A',
	down: '\u001b[B',
	right: '\u001b[C',
	left: '\u001b[D',
	home: '\u001b[H',
	end: '\u001b[F',
	'page-up': '\u001b[5~',
	'page-down': '\u001b[6~',
	f1: '\u001bOP',
};
