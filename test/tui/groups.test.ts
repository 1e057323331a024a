import { expect, test } from 'vitest';
import { bringIn } from '../helpers/histories.ts';
import { ask, memoryWorld, type World } from '../helpers/world.ts';
import { robot } from './robot.ts';

/** One session of one's own; three of ChatGPT and one of Claude, brought in in no order. */
function histories(): { world: World; oaks: string } {
	const world = memoryWorld();
	const oaks = bringIn(world.forest, 'chatgpt', ['why oaks?', 'how old?'], 300);
	bringIn(world.forest, 'claude-ai', ['why elms?'], 200);
	bringIn(world.forest, 'chatgpt', ['why ash?'], 100);
	bringIn(world.forest, 'chatgpt', ['why yew?'], 310);
	world.plant('tea > milk');
	return { world, oaks };
}

const names = (rows: readonly string[]) => rows.map((row) => row.replace(/(\S) {2,}.*$/, '$1'));

test('imported sessions stand folded under their tool, below one’s own, by their newest turn', async () => {
	const { world } = histories();
	const me = await robot('', { world, open: world.forest.lastSession()?.sid ?? '' });
	expect(names(me.tree().slice(3))).toEqual(['▸ ⇣ chatgpt · 3', '▸ ⇣ claude-ai · 1']);
	await me.press('move.last', 'move.up', 'fold.open');
	expect(names(me.tree().slice(3))).toEqual([
		'▾ ⇣ chatgpt · 3',
		'  ▸ “why yew?”',
		'  ▸ “why oaks?”',
		'  ▸ “why ash?”',
		'▸ ⇣ claude-ai · 1',
	]);
	expect(me.tree()[4]).toMatch(/⇣ +1 +\d+mo$|⇣ +1 +1y$/);
	await me.press('move.down', 'fold.close');
	expect(me.row).toContain('chatgpt · 3');
	await me.press('turn.stand');
	expect(me.row).toMatch(/▸ ⇣ chatgpt/);
});

test('the turns of an imported session stand a step further in than it does', async () => {
	const { world, oaks } = histories();
	const me = await robot('', { world, open: world.forest.lastSession()?.sid ?? '' });
	await me.go(`${oaks}-000002`);
	const rows = names(me.tree());
	expect(rows.slice(rows.indexOf('  ▾ “why oaks?”'), -2)).toEqual([
		'  ▾ “why oaks?”',
		'      why oaks?',
		'      how old?',
	]);
});

test('going to a turn of an imported session unfolds its tool', async () => {
	const { world, oaks } = histories();
	const me = await robot('', { world, open: world.forest.lastSession()?.sid ?? '' });
	await me.go(`${oaks}-000002`);
	expect(me.at).toBe('how old?');
	expect(names(me.tree())).toContain('▾ ⇣ chatgpt · 3');
});

test('a session of another Arborist stands among one’s own', async () => {
	const world = memoryWorld();
	bringIn(world.forest, 'arborist', ['why moss?']);
	world.plant('tea');
	const me = await robot('', { world, open: world.forest.lastSession()?.sid ?? '' });
	expect(me.tree().at(-1)).toMatch(/^▸ “why moss\?” +⇣ +1/);
});

test('sessions without a name are called by their first question', async () => {
	const me = await robot('tea ; coffee');
	expect(names(me.tree())).toEqual(['▸ “coffee”', '▾ “tea”', '    tea']);
	expect(me.screen()[0]).toContain('“tea” · 1 turn');
	me.forest.forget(me.planted.bates('coffee'));
	await me.wait();
	expect(me.tree()[0]).toMatch(/^▸ 2026-01-02 03:04/);
});

test('a wide tree says what is counted', async () => {
	const { world } = histories();
	const me = await robot('', { world, open: world.forest.lastSession()?.sid ?? '', size: '120x40' });
	expect(names(me.tree().slice(3))).toEqual(['▸ ⇣ chatgpt · 3 sessions', '▸ ⇣ claude-ai · 1 session']);
});

test('on the row of another session its conversation is seen, on a tool’s row one’s own', async () => {
	const { world } = histories();
	const me = await robot('', { world, open: world.forest.lastSession()?.sid ?? '' });
	await me.press('move.last', 'fold.open', 'move.down');
	expect(me.prose()).toContain('“why elms?” › why elms?');
	await me.press('move.up');
	expect(me.prose()).toContain('▌ milk');
});

test('a question that another tool left unanswered is so on the screen and in all that is stored', async () => {
	const world = memoryWorld();
	ask(world.forest, world.forest.begin(), 'why oaks?', {
		answer_text: '',
		meta: { source: { tool: 'chatgpt', id: '1' }, finish: 'cancelled' },
	});
	const me = await robot('', { world, open: world.forest.lastSession()?.sid ?? '' });
	expect(me.prose()).toContain('chatgpt · no answer');
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toMatch(/answer +UNGROUNDED · no answer/);
	await me.press('overlay.close');
});
