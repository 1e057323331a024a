import { expect, test } from 'vitest';
import type { AnswerEngine } from '../../source/answer/engine.ts';
import { ArboristError } from '../../source/errors.ts';
import { panesOf } from '../../source/tui/panes.ts';
import { HARMLESS, HOSTILE } from '../helpers/hostile.ts';
import { memoryWorld, newTurn } from '../helpers/world.ts';
import { type Robot, robot } from './robot.ts';

const TEXTS = [...HOSTILE, ...HARMLESS].map(({ text }) => text);
/** The same, several in one. */
const BUNDLES = Array.from({ length: 6 }, (_, i) => TEXTS.filter((_text, at) => at % 6 === i).join(' and '));

/** The frame stands: rules where they belong, and nothing on the terminal but what the program draws with. */
function intact(me: Robot): void {
	const rows = me.screen();
	const { composer, hints } = panesOf(me.desk.state());
	expect(me.stray()).toEqual([]);
	expect(rows[1]).toMatch(/^─.*─$/);
	expect(rows.at(-1 - composer - hints)).toMatch(/^─.*─$/);
	me.machine.stdout.bytes = '';
}

/** A forest whose every text is somebody else's: questions, answers, titles, labels and names that are allowed. */
async function strangers(size: string, texts: readonly string[]): Promise<Robot> {
	const world = memoryWorld();
	const { forest } = world;
	const sid = forest.begin();
	for (const [i, text] of texts.entries()) {
		const titles = [text.slice(0, 40)];
		const answer_text = `# ${text}\n\n- ${text}\n\n| a | b |\n|---|---|\n| ${text} | x |\n\n\`\`\`js\n${text}\n\`\`\`\n[E1 | ${text} | line 1]`;
		const evidence = [{ pointer: 'E1', title: text, source: `/tmp/${text}:1`, passage_sha256: 'a'.repeat(64) }];
		const { bates } = forest.add({
			...newTurn(text, { answer_text, cited_titles: titles, meta: { engine: text, finish: 'complete', evidence } }),
			sid: i % 8 === 5 ? forest.begin() : sid,
			parent_bates: null,
		});
		for (const label of [text, `x${text}`.trim()])
			try {
				forest.label(bates, label);
				forest.labelSession(forest.turn(bates)?.sid ?? '', label);
			} catch {
				// A label that would act on a terminal is refused.
			}
	}
	return robot('', { world, size, open: sid });
}

test('no text of others acts in the panes', async () => {
	const me = await strangers('80x24', TEXTS);
	await me.press('move.first');
	for (let row = 0; row <= TEXTS.length; row++) {
		intact(me);
		await me.press('move.down');
	}
	await me.press('pane.next', 'move.last', 'move.first');
	intact(me);
});

test('nor in what is opened over them', async () => {
	const me = await strangers('120x40', BUNDLES);
	for (let row = 0; row < BUNDLES.length; row++) {
		for (const id of ['turn.inspect', 'copy.open', 'label.set', 'turn.edit', 'source.open', 'session.name'] as const) {
			await me.press(id);
			intact(me);
			me.desk.apply({ type: 'overlay', overlay: null }, { type: 'focused', focus: 'tree' });
		}
		await me.press('move.up');
	}
});

test.each(['label.list', 'session.list', 'branch.list', 'help.open', 'root.verify'] as const)(
	'nor in %s',
	async (id) => {
		const me = await strangers('80x24', TEXTS);
		await me.press(id);
		intact(me);
		await me.keys('end');
		intact(me);
	},
);

test('nor when it is pasted, looked for, or typed as a command', async () => {
	const me = await strangers('80x24', BUNDLES);
	for (const id of ['turn.ask', 'find.open', 'goto.open', 'label.set', 'help.open'] as const) {
		for (const text of BUNDLES) {
			await me.press(id);
			await me.paste(text);
			intact(me);
			if (id !== 'turn.ask' && id !== 'help.open') await me.keys('enter');
			intact(me);
			me.desk.apply({ type: 'overlay', overlay: null }, { type: 'focused', focus: 'tree' });
		}
	}
});

test('nor when it streams in piece by piece', async () => {
	const pieces = BUNDLES.flatMap((text) => text.match(/.{1,9}/gsu) ?? []);
	const me = await robot('tea', { engine: [{ answer: pieces }] });
	await me.press('turn.ask');
	await me.type('well?');
	await me.keys('enter');
	intact(me);
});

test('nor when it is what an engine, or the settings, complain of', async () => {
	const [text = ''] = BUNDLES;
	const engine: AnswerEngine = {
		name: text,
		// biome-ignore lint/correctness/useYield: it fails before it says anything
		async *answer() {
			throw new ArboristError('ABORTED', text, text);
		},
	};
	const me = await robot('tea', { engine, config: `[keys]\n"${text.replace(/[^ -~]/g, 'x')}" = "x"` });
	intact(me);
	await me.press('overlay.close', 'turn.ask');
	await me.type('well?');
	await me.keys('enter');
	intact(me);
});
