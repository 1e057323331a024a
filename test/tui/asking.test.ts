import { expect, test } from 'vitest';
import type { AnswerEngine, EngineEvent } from '../../source/answer/engine.ts';
import { ArboristError } from '../../source/errors.ts';
import { robot } from './robot.ts';

test('a question is written in the editor that the environment names, arguments and all; without one the key says why', async () => {
	const me = await robot('tea', { env: { EDITOR: `sh -c 'printf "how hot?" > "$1"' --` } });
	await me.press('composer.editor');
	expect(me.composer).toBe('how hot?');
	const other = await robot('tea');
	await other.press('composer.editor');
	expect(other.hint).toBe('neither VISUAL nor EDITOR is set');
});

test('asking under a turn and then under the same one again is a fork', async () => {
	const me = await robot('who made it? > when?', { engine: [{ answer: 'Nobody knows.' }] });
	await me.press('path.previous', 'turn.ask');
	expect(me.composer).toBe('ask under “who made it?”');
	await me.type('and where?');
	await me.keys('enter', 'esc');
	expect(me.tree()).toEqual([
		'▾ “who made it?”         3  now',
		'    who made it?',
		'  ├ when?                   1/2',
		'  ╰ and where?            2/2 ◂',
	]);
	expect(me.prose()).toContain('Nobody knows.');
	expect(me.here).toBe('and where?');
});

test('a session goes on under a turn of another, and both say so', async () => {
	const me = await robot('tea > black tea ; coffee', { session: 1, size: '120x40' });
	await me.goTo('black tea');
	await me.press('turn.stand', 'turn.ask');
	await me.type('with milk?');
	await me.keys('enter', 'esc');
	const [, , sid] = [...me.planted.sids, me.forest.turn(me.desk.state().here ?? '')?.sid];
	expect(sid).toBe(me.planted.sids[1]);
	expect(me.tree().join('\n')).toMatch(/with milk\? +\[from [0-9a-f]{8}\] ◂/);
	expect(me.tree().join('\n')).toContain('↗ under “black tea” in “tea”');
});

test('enter stands on the turn at the cursor, u on its parent, esc esc out of an empty composer too', async () => {
	const me = await robot('a > b > c');
	await me.press('move.up', 'turn.stand');
	expect(me.here).toBe('b');
	await me.press('turn.parent');
	expect([me.here, me.at]).toEqual(['a', 'a']);
	await me.press('composer.parent');
	expect(me.here).toBe('a');
	await me.press('turn.ask', 'composer.parent');
	expect(me.desk.state().here).toBe(me.planted.root().bates);
	await me.press('turn.parent');
	expect(me.hint).toBe('you stand at the root');
});

test('the next question hangs where one stands', async () => {
	const me = await robot('a > b > c');
	await me.press('turn.parent', 'turn.parent', 'turn.ask');
	await me.type('d');
	await me.keys('enter');
	expect(me.forest.children(me.planted.bates('a')).map(({ question }) => question)).toEqual(['b', 'd']);
});

test('an edited question is a sibling that remembers what it was made from', async () => {
	const me = await robot('tea > whch leaf');
	await me.press('turn.edit');
	expect(me.composer).toBe('whch leaf');
	await me.keys('ctrl-a', 'right', 'right');
	await me.type('i');
	await me.keys('enter');
	expect(me.tree().slice(2)).toEqual(['  ├ whch leaf               1/2', '  ╰ which leaf            2/2 ◂']);
	const made = me.forest.turn(me.desk.state().here ?? '');
	expect(made?.meta.replaces).toBe(me.planted.bates('whch leaf'));
});

test('asked again is a sibling with the same question and a fresh answer', async () => {
	const me = await robot('tea > which leaf = The old one.', { engine: [{ answer: 'The new one.' }] });
	await me.press('turn.again');
	expect(me.tree().slice(2)).toEqual(['  ├ which leaf              1/2', '  ╰ which leaf            2/2 ◂']);
	expect(me.prose()).toContain('The new one.');
	expect(me.prose()).toContain('2/2');
});

test('the sibling pager lands on the leaf one last visited there', async () => {
	const me = await robot('a > (b > b1 > b2 | c > c1)');
	await me.goTo('b2');
	await me.press('path.previous', 'sibling.next');
	expect(me.at).toBe('c1');
	await me.press('sibling.previous');
	expect(me.at).toBe('b1');
	await me.goTo('c');
	await me.press('sibling.next', 'sibling.next');
	expect(me.at).toBe('c');
});

test('an answer grows in place while everything else can be used, and one who went elsewhere stays there', async () => {
	const { engine, say, finish } = held();
	const me = await robot('tea > which leaf', { engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter', 'esc');
	say('Not quite ');
	await me.settle();
	expect(me.prose()).toContain('▌ how hot?');
	expect(me.prose()).toContain('Not quite');
	expect(me.tree().join('\n')).toContain('⠿');
	await me.press('move.up');
	expect(me.prose()).toContain('About tea.');
	say('boiling.');
	finish();
	await me.settle();
	expect(me.at).toBe('tea');
	expect(me.hint).toBe('✓ Answered: how hot?');
	expect(me.forest.children(me.planted.bates('which leaf'))[0]?.answer_text).toBe('Not quite boiling.');
});

test('the conversation goes on with an answer that grows, unless one looks further up', async () => {
	const { engine, say, finish } = held();
	const me = await robot('tea', { engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter', 'esc');
	const lines = (from: number, to: number) => {
		for (let line = from; line < to; line++) say(`- line ${line}\n`);
		return me.settle();
	};
	await lines(0, 40);
	expect(me.prose()).toContain('line 39');
	await me.press('scroll.up');
	const seen = me.conversation();
	await lines(40, 60);
	expect(me.conversation().slice(0, 15)).toEqual(seen.slice(0, 15));
	await me.press(...Array<'scroll.page-down'>(4).fill('scroll.page-down'));
	await lines(60, 80);
	expect(me.prose()).toContain('line 79');
	finish();
	await me.settle();
	expect(me.at).toBe('how hot?');
	expect(me.conversation().at(-1)).toContain('UNGROUNDED');
});

test('an answer that is there at once is read from its beginning', async () => {
	const me = await robot('tea', {
		engine: [{ answer: Array.from({ length: 60 }, (_, i) => `- line ${i}`).join('\n') }],
	});
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter');
	expect(me.conversation()[2]).toContain('▌ how hot?');
});

test('nor does the first answer of all lose its end when it is there', async () => {
	const { engine, say, finish } = held();
	const me = await robot('', { engine });
	await me.type('how hot?');
	await me.keys('enter');
	for (let line = 0; line < 40; line++) say(`- line ${line}\n`);
	await me.settle();
	finish();
	await me.settle();
	expect(me.conversation().at(-1)).toContain('UNGROUNDED');
});

test('an answer that ends leaves one where one was reading', async () => {
	const { engine, say, finish } = held();
	const me = await robot('tea', { engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter', 'esc');
	for (let line = 0; line < 60; line++) say(`- line ${line}\n`);
	await me.settle();
	await me.press('scroll.page-up');
	const seen = me.conversation();
	finish();
	await me.settle();
	expect(me.conversation().slice(2)).toEqual(seen.slice(2));
});

test('what is written while an answer is coming goes on under it', async () => {
	const { engine, say, finish } = held();
	const me = await robot('tea', { engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter');
	await me.type('and how lo');
	say('Boiling.');
	finish();
	await me.settle();
	expect(me.composer).toBe('and how lo');
	await me.type('ng?');
	await me.keys('enter');
	expect(me.at).toBe('how hot?');
	say('Three minutes.');
	finish();
	await me.settle();
	expect(me.forest.path(me.desk.state().here ?? '').map(({ question }) => question)).toEqual([
		'tea',
		'how hot?',
		'and how long?',
	]);
	expect([...me.desk.aside.drafts()]).toEqual([]);
});

test('quitting while an answer is coming keeps as much of it as came', async () => {
	const { engine, say } = held();
	const me = await robot('tea', { engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter');
	say('Not quite ');
	await me.settle();
	await me.leave();
	expect(me.forest.children(me.planted.bates('tea'))[0]?.meta.finish).toBe('cancelled');
});

test('an answer that was stopped keeps what came, and goes on when asked to', async () => {
	const { engine, say } = held();
	const me = await robot('tea', { engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter', 'esc');
	say('Not quite ');
	await me.settle();
	await me.press('cancel');
	await me.settle();
	expect(me.forest.children(me.planted.bates('tea'))[0]).toMatchObject({
		answer_text: 'Not quite ',
		meta: { finish: 'cancelled' },
	});
	expect(me.hint).toContain('c continue');
});

test('a question that could not be answered is in the composer again', async () => {
	const engine: AnswerEngine = {
		name: 'broken',
		// biome-ignore lint/correctness/useYield: it fails before it says anything
		async *answer() {
			throw new ArboristError('ENGINE_NOT_CONFIGURED', 'Nobody listens at that address.', 'Start the engine.');
		},
	};
	const me = await robot('tea', { engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter');
	expect(me.composer).toBe('how hot?');
	expect(me.hint).toBe('! Nobody listens at that address. Start the engine.');
});

/** An engine that says what it is told to, when it is told to. */
function held() {
	const said: EngineEvent[] = [];
	let wake: () => void = () => undefined;
	const tell = (event: EngineEvent) => {
		said.push(event);
		wake();
	};
	const engine: AnswerEngine = {
		name: 'held',
		async *answer(_question, { signal }) {
			signal.addEventListener('abort', () => tell({ kind: 'done', finish: 'cancelled' }));
			for (;;) {
				const event = said.shift();
				if (event !== undefined) yield event;
				if (event?.kind === 'done') return;
				if (said.length > 0) continue;
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
	};
	return {
		engine,
		say: (text: string) => tell({ kind: 'text', text }),
		finish: () => tell({ kind: 'done', finish: 'complete' }),
	};
}
