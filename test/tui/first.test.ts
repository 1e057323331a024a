import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { excerptEngine } from '../../source/answer/excerpt.ts';
import { openLibrary } from '../../source/library/library.ts';
import { robot } from './robot.ts';

const PROGRAM = fileURLToPath(new URL('../../', import.meta.url));
const handbook = () => openLibrary(':memory:', { now: Date.now, handbook: PROGRAM });

test('the first start says what to do, and the handbook answers the first question', async () => {
	const me = await robot('', { engine: excerptEngine, library: handbook() });
	expect(me.prose()).toContain('Type a question. The handbook answers until you add documents of your own');
	expect(me.screen()[0]).toMatch(/^ a new session · nothing asked yet +excerpt, offline$/);
	expect(me.tree()).toEqual(['  nothing here yet']);
	await me.type('how do I fork a conversation?');
	expect(me.composer).toBe('how do I fork a conversation?');
	await me.keys('enter');
	expect(me.tree()[1]).toContain('how do I fork a conver');
	expect(me.prose()).toMatch(/“.+”/);
	expect(me.screen()[0]).toMatch(/ · 1 turn · root [0-9a-f]{8} /);
});

test('the first screen names the keys as they are', async () => {
	const me = await robot('', { config: '[keys]\n"find.open" = "ctrl-t"\n"help.open" = []\n' });
	expect(me.prose()).toContain('ctrl-t finds everything. ');
});

test('a session opens where it stands, the turn beside the tree', async () => {
	const me = await robot('tea = From the far east. > which leaf = The young ones.');
	expect(me.tree()).toEqual(['▾ “tea”                  2   1h', '    tea', '    which leaf                ◂']);
	expect(me.prose()).toBe('tea › which leaf  ▌ which leaf #2  The young ones.  UNGROUNDED · script');
});

test('settings that cannot be are told with their line, and the rest works', async () => {
	const me = await robot('tea > leaf', { size: '120x40', config: '[keys]\n"turn.parent" = "w"\n"turn.stnad" = "x"\n' });
	expect(me.hint).toBe('! config.toml, line 3: There is no command “turn.stnad”. Did you mean “turn.stand”?');
	await me.keys('w');
	expect(me.here).toBe('tea');
});

test('a file that is not TOML is told on a page, and that nothing in it is in use', async () => {
	const me = await robot('tea', { config: '[keys]\n"turn.parent" = "w"\n"quit" = \n' });
	expect(me.box()[0]).toContain('config.toml: nothing can be used');
	expect(me.box().join(' ').replace(/\s+/g, ' ')).toMatch(
		/line 3: This is not TOML: .* Nothing in the file is in use\./,
	);
});

test('several of them are told on a page, in the order of their lines', async () => {
	const me = await robot('tea', { config: '[answr]\nhistory = true\n[keys]\n"turn.stnad" = "x"\n"quit" = "a-b"\n' });
	expect(me.box()[0]).toContain('config.toml: 3 things cannot be used');
	expect(
		me
			.box()
			.slice(1, 4)
			.map((line) => line.trim().split(': ')[0]),
	).toEqual(['line 1', 'line 4', 'line 5']);
});
