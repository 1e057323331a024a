import { expect, test } from 'vitest';
import { ask, memoryWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

const SPIDERS =
	'who created spider-man? = Stan Lee wrote him. > (and venom? = Todd McFarlane drew him. | who drew him? = Steve Ditko drew him first. #origin) ; rfc 6962 = Ditko is not in it.';

test('hits come while one types, with the words marked and the path of each', async () => {
	const me = await robot(SPIDERS, { size: '120x40' });
	await me.press('find.open');
	await me.type('ditk');
	expect(me.box()[1]).toContain('› ditk');
	expect(me.box()[1]).toMatch(/everywhere · 2 of 4 turns · \d+ ms/);
	expect(me.box().join('\n')).toMatch(/who drew him\? .* “who created spider-man\?”/);
	expect(me.box().join('\n')).toMatch(/rfc 6962 .*\n +Ditko is not in it\./);
	expect(me.marked()).toEqual(['Ditko', 'Ditko']);
	await me.type('o first');
	expect(me.box()[1]).toMatch(/1 of 4 turns/);
});

test('a hit opens at its turn with the words marked, n N go on, esc leads back', async () => {
	const me = await robot(SPIDERS, { session: 0 });
	await me.goTo('who created spider-man?');
	await me.press('find.open');
	await me.type('drew');
	await me.press('hit.open');
	const [first] = [me.at];
	expect(me.marked()).toContain('drew');
	await me.press('hit.next');
	expect(me.at).not.toBe(first);
	expect(me.hint).toBe('hit 2 of 2');
	await me.press('hit.previous');
	expect(me.at).toBe(first);
	await me.press('pane.back');
	expect(me.at).toBe('who created spider-man?');
	expect(me.marked()).toEqual([]);
});

test('esc leads back from a hit however far one went from it, and ` to the hit again', async () => {
	const me = await robot(SPIDERS, { session: 0 });
	await me.goTo('who created spider-man?');
	await me.press('find.open');
	await me.type('drew');
	await me.press('hit.open', 'hit.next');
	const hit = me.at;
	await me.press('move.last', 'jump.back');
	expect(me.at).toBe(hit);
	await me.press('pane.back');
	expect(me.at).toBe('who created spider-man?');
	await me.press('jump.back');
	expect(me.at).toBe(hit);
});

test('/find with words, typed among the commands, is the overlay with these words', async () => {
	const me = await robot(SPIDERS);
	await me.press('goto.open');
	await me.type('/find Todd');
	await me.keys('enter');
	expect(me.box()[1]).toContain('› Todd');
	await me.keys('enter');
	expect(me.at).toBe('and venom?');
});

test('alt and a number opens that hit', async () => {
	const me = await robot(SPIDERS);
	await me.press('find.open');
	await me.type('him');
	await me.keys('alt-3');
	expect(me.desk.state().hits?.at).toBe(2);
	expect(me.box()).toEqual([]);
});

test('ctrl-r cycles everything, this session, this branch', async () => {
	const me = await robot(SPIDERS, { size: '120x40' });
	await me.goTo('and venom?');
	await me.press('find.open');
	await me.type('ditko');
	expect(me.box()[1]).toContain('everywhere · 2 of');
	await me.press('find.scope');
	expect(me.box()[1]).toContain('session · 1 of 3 turns');
	await me.press('find.scope');
	expect(me.box()[1]).toContain('branch · 0 turns');
	expect(me.box().join('\n')).toContain('nothing found');
});

test('filters narrow, alone or with words', async () => {
	const me = await robot(SPIDERS, { size: '120x40' });
	await me.press('find.open');
	await me.type('label:origin ');
	expect(me.box().join('\n')).toContain('who drew him?');
	await me.keys('ctrl-u');
	await me.type('before:2020 him');
	expect(me.box().join('\n')).toContain('nothing found');
});

test('a filter says what it takes while it is typed, and keeps every turn until it has a value', async () => {
	const me = await robot(SPIDERS, { size: '120x40' });
	await me.press('find.open');
	expect(me.box().at(-1)).toContain('label: session: before: after: cited: mode: source:');
	await me.type('mode:');
	expect(me.box().at(-1)).toContain('mode: strict, hybrid, ungrounded or imported');
	expect(me.box()[1]).toContain('4 of 4 turns');
	await me.type('hyb');
	expect(me.box().join('\n')).toContain('nothing found');
	expect(me.box().at(-1)).toContain('mode: strict');
});

test.each([
	['ditko todd', 'nothing found; every word has to be in the turn'],
	['is:ungrounded', 'nothing found; is: is no filter'],
	['kettle', 'nothing found'],
])('%s finds nothing, and why is said', async (typed, said) => {
	const me = await robot(SPIDERS);
	await me.press('find.open');
	await me.type(typed);
	expect(me.box()[3]?.trim()).toBe(said);
});

test('two turns that ask the same are told apart by their answers, without pointers', async () => {
	const world = memoryWorld();
	const sid = world.forest.begin();
	ask(world.forest, sid, 'which kettle', { answer_text: '“The blue one.” [E1 | Kettles | line 2]' });
	ask(world.forest, sid, 'which kettle', { answer_text: 'The red one.' });
	const me = await robot('', { world, open: sid });
	await me.press('find.open');
	await me.type('kettle');
	const rows = me.box().map((line) => line.trim());
	expect(rows).toContainEqual(expect.stringMatching(/^The red one\. +1h$/));
	expect(rows).toContainEqual(expect.stringMatching(/^“The blue one\.” +1h$/));
});

test('f1 shows the keys, and esc leads back to what was typed', async () => {
	const me = await robot(SPIDERS);
	await me.press('find.open');
	await me.type('ditko');
	await me.keys('f1');
	expect(me.box()[0]).toContain('help');
	await me.keys('esc');
	expect(me.box()[1]).toContain('› ditko');
});

test('one turn is no turns', async () => {
	const me = await robot('tea', { size: '120x40' });
	await me.press('find.open');
	await me.type('tea');
	expect(me.box()[1]).toMatch(/1 of 1 turn ·/);
	await me.press('find.scope', 'find.scope');
	expect(me.box()[1]).toMatch(/branch · 1 turn ·/);
});

test('a hit deep in a folded run in a folded session is shown', async () => {
	const chain = Array.from({ length: 40 }, (_, i) => (i === 20 ? 'the needle' : `hay ${i}`)).join(' > ');
	const me = await robot(`other ; ${chain}`, { session: 0 });
	await me.press('find.open');
	await me.type('needle');
	await me.press('hit.open');
	expect(me.row).toContain('the needle');
});

test('esc closes the overlay and leaves everything as it was', async () => {
	const me = await robot(SPIDERS);
	const before = me.screen();
	await me.press('find.open');
	await me.type('ditko');
	await me.press('overlay.close');
	expect(me.screen()).toEqual(before);
});
