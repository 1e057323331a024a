import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Robot, robot } from './robot.ts';

const TEA = 'tea > (green tea = From China. #favourite > how hot | black tea) ; coffee #drink';

test('m labels, empty takes it away, what cannot be a label says why', async () => {
	const me = await robot('tea > black tea');
	await me.press('label.set');
	await me.type('milk');
	await me.keys('backspace');
	await me.type('d');
	await me.press('field.save');
	expect(me.forest.turn(me.planted.bates('black tea'))?.label).toBe('mild');
	expect(me.row).toContain('⚑ mild');
	await me.press('label.set');
	await me.keys('ctrl-u');
	await me.type('12');
	await me.press('field.save');
	expect(me.box().join('\n')).toContain('! ');
	await me.keys('ctrl-u');
	await me.press('field.save');
	expect(me.row).not.toContain('⚑');
});

test('M names the session', async () => {
	const me = await robot('tea');
	await me.press('session.name');
	await me.type('on leaves');
	await me.press('field.save');
	expect(me.tree()[0]).toMatch(/^▾ on leaves/);
	expect(me.screen()[0]).toMatch(/^ on leaves · 1 turn/);
});

test('the labels of all sessions, narrowed by typing, lead to their turns', async () => {
	const me = await robot(TEA);
	await me.press('label.list');
	expect(me.box().join('\n')).toMatch(/drink +coffee[\s\S]*favourite +green tea/);
	await me.press('list.filter');
	await me.type('fav');
	expect(me.box().join('\n')).not.toContain('drink');
	await me.press('list.choose');
	expect(me.at).toBe('green tea');
});

test('the branch points of the session lead to their turns', async () => {
	const me = await robot(TEA);
	await me.press('branch.list');
	expect(me.box().join('\n')).toMatch(/tea +2 branches/);
	await me.press('list.choose');
	expect(me.at).toBe('tea');
});

test('the session list says how long, how old and from where; enter goes on with one', async () => {
	const me = await robot('tea > black tea ; ^black tea > with milk ; coffee', { size: '120x40', session: 2 });
	await me.press('session.list');
	expect(me.box().join('\n')).toMatch(/↗ from “black tea” .* 1 turn +1h/);
	await me.press('move.down', 'list.choose');
	expect(me.here).toBe('with milk');
	expect(me.desk.state().sid).toBe(me.planted.sids[1]);
});

test('a new session is begun, and is there after its first question', async () => {
	const me = await robot('tea');
	await me.press('session.new');
	await me.type('coffee?');
	await me.keys('enter');
	expect(me.forest.sessions()).toHaveLength(2);
	expect(me.tree()[0]).toMatch(/^▾/);
	expect(me.here).toBe('coffee?');
});

test('the inspector tells all that is stored', async () => {
	const me = await robot(TEA, { size: '120x40' });
	await me.goTo('green tea');
	await me.press('turn.inspect');
	const text = me.box().join('\n');
	for (const told of [me.planted.bates('green tea'), 'favourite', 'node', 'subtree', 'script'])
		expect(text).toContain(told);
});

test('what the inspector learns late is not told of the turn of that number in another session', async () => {
	const me = await robot('tea > leaf ; coffee > bean');
	const { query } = me.desk;
	const own = query.traceEvent.bind(query);
	let release = () => {};
	vi.spyOn(query, 'traceEvent').mockImplementationOnce(async (of) => {
		await new Promise<void>((done) => {
			release = done;
		});
		return own(of);
	});
	await me.goTo('leaf');
	await me.press('turn.inspect', 'overlay.close');
	await me.goTo('bean');
	await me.press('turn.inspect');
	release();
	await me.settle();
	expect(me.box().join('\n')).toContain(me.planted.bates('bean'));
});

test('its hashes can be copied one by one, whole', async () => {
	const me = await robot(TEA);
	await me.goTo('green tea');
	await me.press('turn.inspect', 'page.copy', 'list.filter');
	expect(me.box().join('\n')).toMatch(/bates[\s\S]*node[\s\S]*subtree[\s\S]*content[\s\S]*record/);
	await me.type('content');
	me.machine.stdout.bytes = '';
	await me.press('list.choose');
	const event = me.forest.eventOf(me.planted.bates('green tea'));
	expect(copied(me)).toBe(JSON.parse(event?.body ?? '').content_sha256);
});

test('a line of a page goes on below its value, and the foot says which lines are seen', async () => {
	const me = await robot(TEA);
	await me.press('root.verify');
	expect(me.box().join('\n')).toMatch(/^ {10}commits to .*\n {10}any answer/m);
	await me.press('overlay.close', 'turn.inspect');
	expect(me.box().at(-1)).toMatch(/lines 1 to \d+ of \d+/);
});

test('the root and what it proves, and that all is well', async () => {
	const me = await robot(TEA, { size: '120x40' });
	await me.press('root.verify');
	expect(me.box().join('\n')).toContain(me.planted.root().subtree_hash);
	expect(me.box().join('\n')).toMatch(/chain/);
	await me.press('overlay.close');
});

test('an answer, a block of code and an id are copied to the terminal', async () => {
	const me = await robot('how = Like this:\n```\nls -l\n```');
	for (const [row, expected] of [
		['answer', 'Like this:\n```\nls -l\n```'],
		['code', 'ls -l\n'],
		['bates', me.planted.bates('how')],
	] as const) {
		me.machine.stdout.bytes = '';
		await me.press('copy.open', 'list.filter');
		await me.type(row);
		await me.press('list.choose');
		expect(copied(me)).toBe(expected);
		expect(me.hint).toContain('whether it took it, it does not say');
	}
});

/** What the terminal was given for its clipboard. */
function copied(me: Robot): string {
	const [, encoded = ''] = /\u001b\]52;c;([^\u0007]*)\u0007/.exec(me.machine.stdout.bytes) ?? [];
	return Buffer.from(encoded, 'base64').toString();
}

test('a branch is exported as Markdown, and nothing is written over', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-export-'));
	const before = process.cwd();
	process.chdir(folder);
	onTestFinished(() => {
		process.chdir(before);
		rmSync(folder, { recursive: true });
	});
	const me = await robot(TEA);
	await me.goTo('green tea');
	await me.press('export.open');
	expect(me.box().join('\n')).toMatch(/this turn and all above it, Markdown +\d+/);
	expect(me.box().join('\n')).toContain('# favourite');
	await me.press('list.choose');
	const [name = ''] = readdirSync(folder);
	expect(me.hint).toContain(`✓ Written: ${name}`);
	const text = readFileSync(join(folder, name), 'utf8');
	for (const part of ['tea', 'About tea.', 'green tea', 'From China.']) expect(text).toContain(part);
	await me.press('export.open', 'list.choose');
	expect(readdirSync(folder)).toHaveLength(2);
	expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('help shows every key, and why some do not work here', async () => {
	const me = await robot('tea', { size: '120x40' });
	await me.press('help.open');
	await me.type('hits');
	expect(me.box().join('\n')).toMatch(/n N +hits: find something first/);
});
