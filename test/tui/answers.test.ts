import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnswerEngine, EngineEvent } from '../../source/answer/engine.ts';
import { excerptEngine } from '../../source/answer/excerpt.ts';
import { planPrompt } from '../../source/answer/prompt.ts';
import { ArboristError } from '../../source/errors.ts';
import { openLibrary } from '../../source/library/library.ts';
import { fileWorld, tempFolder } from '../helpers/world.ts';
import { robot } from './robot.ts';

// Answers on their way: what of them is seen, what is put down, and what can be done meanwhile.

test('several answers come at once in different branches; esc in the tree stops the one that is shown', async () => {
	const { engine, say } = model();
	const me = await robot('tea > (black tea | green tea)', { engine });
	for (const above of ['black tea', 'green tea']) {
		await me.goTo(above);
		await me.press('turn.ask');
		await me.type(`${above}, how hot?`);
		await me.keys('enter', 'esc');
	}
	say('black tea, how hot?', text('Boiling'));
	say('green tea, how hot?', text('Eighty'));
	await me.settle();
	expect(me.tree().filter((row) => row.includes('⠿'))).toHaveLength(2);
	expect(me.prose()).toContain('Eighty');
	await me.keys('esc');
	await me.settle();
	expect(me.tree().filter((row) => row.includes('⠿'))).toHaveLength(1);
	say('black tea, how hot?', text(' water.'), done());
	await me.settle();
	const answers = ['black tea', 'green tea'].map((above) => me.forest.children(me.planted.bates(above))[0]);
	expect(answers.map((turn) => [turn?.answer_text, turn?.meta.finish])).toEqual([
		['Boiling water.', 'complete'],
		['Eighty', 'cancelled'],
	]);
});

test('thoughts are shown folded, and are no part of what is stored or put down', async () => {
	const { engine, say } = model();
	const me = await robot('tea', { engine, world: fileWorld() });
	await asked(me, 'how hot?');
	say('how hot?', { kind: 'reasoning', text: 'The leaf decides. ' });
	await me.settle();
	expect(me.prose()).toMatch(/⠿ thinking, 18 characters: …The leaf/);
	say('how hot?', text('Boiling.'));
	await me.wait();
	expect(me.prose()).not.toContain('The leaf');
	expect(leftIn(me)[0]).toMatchObject({ text: 'Boiling.' });
	say('how hot?', done());
	await me.settle();
	expect(leftIn(me)).toEqual([]);
	expect(JSON.stringify(me.forest.children(me.planted.bates('tea')))).not.toContain('The leaf');
});

test('what turns out to have been a thought is taken back: from what is put down, and from what is told of it', async () => {
	const { engine, say } = model();
	const me = await robot('tea', { engine, world: fileWorld() });
	await asked(me, 'how hot?');
	say('how hot?', text('The leaf decides.'));
	await me.wait();
	say('how hot?', { kind: 'thought' });
	await me.wait();
	expect(leftIn(me)[0]).toMatchObject({ text: '' });
	const { events } = await me.desk.query.listEvents(me.desk.state().sid);
	expect(events.at(-1)).toMatchObject({ data: { question: 'how hot?', answer_text: '' } });
});

test('what goes wrong before the first word is tried again in sight, and ctrl-c gives the question back', async () => {
	const { engine, say } = model();
	const me = await robot('tea', { engine });
	await asked(me, 'how hot?');
	const problem = new ArboristError('SERVER', 'The server failed.', 'Wait.');
	say('how hot?', { kind: 'retry', problem, after_ms: 4000 });
	await me.settle();
	expect(me.prose()).toContain('The server failed. Again in 4.0 s.');
	await me.press('cancel');
	await me.settle();
	expect(me.composer).toContain('how hot?');
	expect(me.forest.children(me.planted.bates('tea'))).toEqual([]);
});

test('a question that fails while another is written there is what up recalls first, after a restart too, until it is answered', async () => {
	let failing = true;
	const { pass, go } = held();
	const { engine } = model();
	const me = await robot('tea', {
		world: fileWorld(),
		engine: {
			...engine,
			async *answer(question) {
				if (failing && question === 'how hot?') throw await pass(new ArboristError('SERVER', 'A bad thing.', 'Wait.'));
				yield text('Boiling.');
				yield done();
			},
		},
	});
	await asked(me, 'how hot?');
	await me.type('with lemon');
	go();
	await me.settle();
	expect(me.hint).toBe('! A bad thing. Wait. Your question “how hot?” is kept: ↑ in the composer recalls it.');
	expect(me.composer).toMatch(/^with lemon/);
	await me.wait();
	await me.restart();
	await me.press('turn.ask');
	expect(me.composer).toMatch(/^with lemon/);
	await me.press('composer.up');
	expect(me.composer).toMatch(/^how hot\?/);
	failing = false;
	await me.keys('enter');
	expect(me.forest.children(me.planted.bates('tea'))[0]?.question).toBe('how hot?');
	expect([...me.world.neighbour().aside().drafts().values()]).not.toContain('how hot?');
});

test('an answer that breaks off is kept and told; the next question can be asked at once', async () => {
	const { engine, say } = model();
	const me = await robot('tea', { engine });
	await asked(me, 'how hot?');
	const problem = new ArboristError('STREAM_BROKEN', 'The answer broke off.', 'Go on.');
	say('how hot?', text('Boil'), { kind: 'done', finish: 'error', problem });
	await me.settle();
	expect(me.hint).toBe('! The answer broke off. Go on. c in the tree goes on from there, r in the tree asks again.');
	expect(me.prose()).toContain('failed');
	await me.press('composer.leave', 'turn.continue');
	say('Go on where the answer was cut.', text('ing.'), done());
	await me.settle();
	const [broken] = me.forest.children(me.planted.bates('tea'));
	expect(broken?.answer_text).toBe('Boil');
	const [rest] = me.forest.children(broken?.bates ?? '');
	expect(rest).toMatchObject({ answer_text: 'ing.', meta: { history: [me.planted.bates('tea'), broken?.bates] } });
});

test('what is too long for the model is in the composer again, and one key sends it without the turns above', async () => {
	const engine: AnswerEngine = {
		...model().engine,
		async *answer(_question, { history }) {
			if (history.length > 0) throw new ArboristError('CONTEXT_OVERFLOW', 'Too long for it.', 'Send less.');
			yield text('Boiling.');
			yield done();
		},
	};
	const config = '[keys]\n"composer.send-alone" = "ctrl-t"\n';
	const me = await robot('tea > black tea', { engine, config });
	await asked(me, 'how hot?');
	expect(me.hint).toBe('! Too long for it. Send less. ctrl-t sends it without the turns above.');
	expect(me.composer).toContain('how hot?');
	await me.press('composer.send-alone');
	const [turn] = me.forest.children(me.planted.bates('black tea'));
	expect(turn).toMatchObject({ question: 'how hot?', answer_text: 'Boiling.' });
	expect(turn?.meta.history).toBeUndefined();
});

test('an answer that was cut goes on from the same passages', async () => {
	const folder = tempFolder();
	writeFileSync(join(folder, 'tea.md'), '# Tea\nBlack tea takes boiling water.\n');
	writeFileSync(join(folder, 'cut.md'), '# Cuts\nWhere the answer was cut, go on with a knife.\n');
	const library = openLibrary(':memory:', { now: () => 0 });
	await (await library).add([folder]);
	const { engine, say } = model();
	const me = await robot('tea', { engine, library });
	await asked(me, 'how hot is the water for black tea?');
	say('how hot is the water for black tea?', text('Boil'), { kind: 'done', finish: 'truncated' });
	await me.settle();
	await me.press('composer.leave', 'turn.continue');
	say('Go on where the answer was cut.', text('ing.'), done());
	await me.settle();
	const [, cut, rest] = me.forest.path(me.desk.state().here ?? '');
	expect(rest?.meta.evidence).toEqual(cut?.meta.evidence);
	expect(rest?.meta.evidence?.map(({ title }) => title)).toContain('Tea');
});

test('a thousand pieces within a second are at most thirty frames', async () => {
	const { engine, say } = model();
	const me = await robot('tea', { engine });
	await asked(me, 'how hot?');
	let frames = 0;
	const { apply } = me.desk;
	me.desk.apply = (...actions) => {
		frames += actions.filter(({ type }) => type === 'coming').length;
		apply(...actions);
	};
	for (let piece = 0; piece < 1000; piece++) {
		say('how hot?', text('word '));
		if (piece % 10 === 0) {
			await new Promise((end) => setImmediate(end));
			me.clock.pass(10);
		}
	}
	await me.settle();
	expect(frames).toBeGreaterThan(10);
	expect(frames).toBeLessThanOrEqual(32);
});

test('after a kill the question waits where it was asked, and its half answer is offered as a turn', async () => {
	const world = fileWorld();
	const { engine, say } = model();
	const me = await robot('tea', { engine, world });
	await asked(me, 'how hot?');
	say('how hot?', text('Boil'), text('ing wa'));
	await me.settle();
	await me.wait();
	const next = await robot('', { engine, world, open: me.planted.sid, writes: true });
	expect(next.box().join('\n')).toMatch(/answers that broke off[\s\S]*how hot\?[\s\S]*10 characters came/);
	await next.type('Does junit run it?');
	await next.keys('enter');
	expect(leftIn(next)).toHaveLength(1);
	await next.keys('ctrl-u', 'enter');
	const [turn] = world.forest.children(me.planted.bates('tea'));
	expect(turn).toMatchObject({
		question: 'how hot?',
		answer_text: 'Boiling wa',
		meta: { finish: 'cancelled', engine: 'model' },
	});
	expect(next.at).toBe('how hot?');
	expect(next.composer).toContain('ask under “how hot?”');
	expect(leftIn(next)).toEqual([]);
	say('how hot?', done());
});

test('after a kill a question waits behind what was written at its place meanwhile', async () => {
	const world = fileWorld();
	const { engine, say } = model();
	const me = await robot('tea', { engine, world });
	await asked(me, 'how hot?');
	await me.type('with lemon');
	await me.wait();
	const next = await robot('', { engine, world, open: me.planted.sid, writes: true });
	expect(next.composer).toMatch(/^with lemon/);
	await next.press('composer.up');
	expect(next.composer).toMatch(/^how hot\?/);
	expect(leftIn(next)).toEqual([]);
	say('how hot?', done());
});

test('what answers stands in the title with its place, and another is chosen by a key', async () => {
	const { engine } = model();
	const offers = [{ name: 'model', about: 'm at example', engine, open: async () => engine }];
	const me = await robot('tea', { offers });
	expect(me.screen()[0]).toContain('script');
	await me.press('engine.list');
	expect(me.box().join('\n')).toContain('m at example');
	await me.keys('enter');
	expect(me.screen()[0]).toContain('model at 127.0.0.1:8080');
	expect(me.hint).toBe('✓ model at 127.0.0.1:8080 answers from now on');
});

test('what answers now is marked among what can, and the cursor begins there', async () => {
	const { engine } = model();
	const offers = [
		{ name: 'excerpt', about: 'offline', engine: { name: 'excerpt' }, open: async () => excerptEngine },
		{ name: 'model', about: 'm at example', engine, open: async () => engine },
	];
	const me = await robot('tea', { engine, offers });
	await me.press('engine.list');
	expect(me.box().find((row) => row.includes('▌'))).toMatch(/▌ model +m at example {2}◂/);
	expect(me.box().filter((row) => row.includes('◂'))).toHaveLength(1);
});

test('what a question costs to send stands in its line, with and without the turns above', async () => {
	const { engine } = model();
	const me = await robot('tea > black tea', { engine, size: '120x40' });
	await me.press('turn.ask');
	expect(me.composer).toMatch(/≈\d\.\dk of 6\.8k tokens · 2 turns above$/);
	await me.type('how hot?');
	expect(me.composer).toMatch(/^how hot\? +≈.*above$/);
	await me.press('composer.leave', 'history.toggle', 'turn.ask');
	expect(me.composer).not.toContain('above');
});

/** Something that waits to be let go. */
function held() {
	let go: () => void = () => undefined;
	const gone = new Promise<void>((resolve) => {
		go = resolve;
	});
	return { pass: <Value>(value: Value) => gone.then(() => value), go };
}

const text = (words: string): EngineEvent => ({ kind: 'text', text: words });
const done = (): EngineEvent => ({ kind: 'done', finish: 'complete' });

type Hand = Awaited<ReturnType<typeof robot>>;

async function asked(me: Hand, question: string): Promise<void> {
	await me.press('turn.ask');
	await me.type(question);
	await me.keys('enter');
}

/** What a later start would find on its way. */
function leftIn(me: Hand) {
	return me.world.neighbour().aside().inFlight.left();
}

/** A model that says to each question what it is told to, when it is told to; stopped, it ends as one does. */
function model() {
	const lines = new Map<string, { said: EngineEvent[]; wake: () => void }>();
	const lineOf = (question: string) => {
		const line = lines.get(question) ?? { said: [], wake: () => undefined };
		lines.set(question, line);
		return line;
	};
	const say = (question: string, ...events: readonly EngineEvent[]) => {
		const line = lineOf(question);
		line.said.push(...events);
		line.wake();
	};
	const engine: AnswerEngine = {
		name: 'model',
		host: '127.0.0.1:8080',
		plan: (question, evidence, path) => planPrompt(question, evidence, path, { context: 8192, max_tokens: 1024 }),
		async *answer(question, { signal }) {
			const line = lineOf(question);
			let answered = false;
			signal.addEventListener('abort', () => line.wake());
			for (;;) {
				const event = line.said.shift();
				if (event !== undefined) {
					if (event.kind === 'text') answered = true;
					yield event;
					if (event.kind === 'done') return;
				} else if (signal.aborted) {
					if (!answered) throw new ArboristError('ABORTED', 'Stopped before the first word.');
					yield { kind: 'done', finish: 'cancelled' };
					return;
				} else
					await new Promise<void>((resolve) => {
						line.wake = resolve;
					});
			}
		},
	};
	return { engine, say };
}
