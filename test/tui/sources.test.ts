import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { excerptEngine } from '../../source/answer/excerpt.ts';
import { ask, fileWorld, tempFolder } from '../helpers/world.ts';
import { desk, libraryOf } from '../library/desk.ts';
import { robot } from './robot.ts';

/** A turn that cites the first lines of two notes. */
async function cited(answer_text: string) {
	const folder = tempFolder();
	const evidence = ['green', 'black'].map((name, at) => {
		writeFileSync(join(folder, `${name}.md`), `All about ${name} tea.\n`);
		const source = `${join(folder, `${name}.md`)}:1`;
		return { pointer: `E${at + 1}`, title: `${name} tea`, source, passage_sha256: '0'.repeat(64) };
	});
	const world = fileWorld();
	const sid = world.forest.begin();
	ask(world.forest, sid, 'which tea?', {
		answer_text,
		meta: { evidence },
		cited_titles: evidence.map(({ title }) => title),
	});
	return robot('', { world, open: sid });
}

test('o lists what an answer cites; the chosen one opens', async () => {
	const me = await cited('Both. [E1 | green tea | line 1] [E2 | black tea | line 1]');
	await me.press('source.open');
	expect(me.box().join('\n')).toMatch(/sources[\s\S]*green tea .*green\.md:1[\s\S]*black tea .*black\.md:1/);
	await me.press('move.down', 'list.choose');
	expect(me.box().join('\n')).toContain('All about black tea.');
});

test('the only one opens at once; what is escaped in an answer points nowhere', async () => {
	const me = await cited('Green. [E1 | green tea | line 1], and not \\[E2 | black tea | line 1]');
	await me.press('source.open');
	expect(me.box().join('\n')).toContain('All about green tea.');
});

test('of an answer that cites nothing o lists the passages that came nearest', async () => {
	const me = await cited(
		'Your documents do not answer this. The nearest passages:\n  E1  green tea, line 1\n  E2  black tea, line 1',
	);
	await me.press('source.open');
	expect(me.box().join('\n')).toMatch(/looked at; none is cited[\s\S]*green tea .*green\.md:1[\s\S]*black tea /);
	await me.press('move.down', 'list.choose');
	expect(me.box().join('\n')).toContain('All about black tea.');
});

test('a quote is named and marked on its own line, and not where its passage begins', async () => {
	const library = await libraryOf({
		'bees.md':
			'# The bees\nThe first hive is from 1931.\nIn winter the hives stand\nbehind the barn.\nHoney is for July.\n',
	});
	const me = await robot('', { engine: excerptEngine, library: Promise.resolve(library) });
	await me.type('where do the hives stand in winter?');
	await me.keys('enter esc');
	expect(me.prose()).toContain('The bees bees.md:3 proven');
	await me.press('source.open');
	const marked = me.box().filter((row) => row.includes('▌'));
	expect(marked.map((row) => row.replace(/[│┃ ]+/g, ' ').trim())).toEqual([
		'▌ In winter the hives stand',
		'▌ behind the barn.',
	]);
});

test.each(['80x24', '120x40'])('the handbook is named wherever it is the source, at %s', async (size) => {
	const { folder } = desk({ 'README.md': '# Arborist\n\nTo fork a conversation, ask again below an earlier turn.\n' });
	const me = await robot('', { size, engine: excerptEngine, library: libraryOf({}, folder) });
	await me.type('how do I fork a conversation?');
	await me.keys('enter esc');
	expect(me.prose()).toMatch(/ 1 (?:handbook: Arborist|Arborist handbook:README\.md:3) proven/);
});

test('while questions are sent without the turns above, the title says so', async () => {
	const me = await robot('tea > leaf');
	await me.press('history.toggle');
	expect(me.screen()[0]).toContain('script, no turns above');
	await me.press('history.toggle');
	expect(me.screen()[0]).not.toContain('no turns above');
});
