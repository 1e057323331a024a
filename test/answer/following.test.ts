import { expect, it } from 'vitest';
import { desk, libraryOf } from '../library/desk.ts';
import { converse } from './conversation.ts';

const HANDBOOK = {
	'README.md': `# Arborist

## How to fork a conversation

To fork a conversation, stand on any earlier turn and ask: the new question becomes a second branch there.

## How to search

To search, run \`arborist session --find TEXT\`: it searches the questions and answers of every session.

## How to return

To go back to an earlier turn, type \`/cd 3\`. Then the question lands there.
`,
};

const GARDEN = {
	'garden.md': `# Garden

Cherries are pruned in July, right after the harvest. The oaks by the gate are pruned in January. Roses are cut back in
March, when the forsythia is in bloom.

## Compost

The heap is turned twice a year. It must not dry out, because the worms leave it. Water it once a week in August.
`,
	'tools.md': '# Tools\n\nThe spade hangs behind the shed door. It was bought in 1988 from a smith in Ulm.\n',
};

const handbook = () => desk(HANDBOOK).folder;

it('"and how do I search?" is answered under a turn about forking, and under one that was not answered', async () => {
	for (const above of ['How do I fork a conversation?', 'What does a plumber earn in Norway?']) {
		const [, search] = await converse(await libraryOf({}, handbook()), [above, 'And how do I search?']);
		expect(search?.answer_text).toMatch(/^“To search, run `arborist session --find TEXT`/);
		expect(search?.audit_mode).toBe('STRICT');
	}
});

it('a whole question is answered under any turn as it is by itself', async () => {
	const questions = ['How do I fork a conversation?', 'How do I search?', 'How do I go back to an earlier turn?'];
	const first = (answer?: string) => answer?.split('\n')[0];
	for (const question of questions) {
		const [alone] = await converse(await libraryOf({}, handbook()), [question]);
		for (const above of questions) {
			const [, below] = await converse(await libraryOf({}, handbook()), [above, question]);
			expect(first(below?.answer_text)).toBe(first(alone?.answer_text));
		}
	}
});

it('below an answer from the own documents the handbook answers a whole question only', async () => {
	const library = await libraryOf(
		{ 'tyres.md': '# Tyres\n\nSixty millilitres of sealant go into a 40 mm tyre.\n' },
		desk({ 'README.md': '# Drafts\n\n## How long a draft lasts\n\nA draft lasts until it is sent.\n' }).folder,
	);
	const sealant = 'How much sealant goes into a 40 mm tyre?';
	const [own, piece] = await converse(library, [sealant, 'And how long does it last?']);
	expect(own?.answer_text).toContain('Sixty millilitres');
	expect(piece?.answer_text).toMatch(/^Your documents do not answer this/);
	const [, whole] = await converse(library, [sealant, 'How long does a draft last?']);
	expect(whole?.answer_text).toContain('[E1 | Drafts › How long a draft lasts | handbook, line 5]');
	expect(whole?.meta.carried).toBeUndefined();
	const [, , more] = await converse(library, [sealant, 'How long does a draft last?', 'And how long does it last?']);
	expect(more?.answer_text).toContain('handbook');
});

it('what the turns above were asked with, and no document says, is not asked for again', async () => {
	const library = await libraryOf({
		'espresso.md':
			'# Espresso\n\n- Sour shots are under-extracted: grind finer.\n- A bitter shot is over-extracted: grind coarser.\n',
	});
	const above = 'Why does my espresso taste sour?';
	const [sour, bitter] = await converse(library, [above, 'What if it tastes bitter?']);
	expect(sour?.answer_text).toContain('grind finer');
	expect(bitter?.answer_text).toContain('grind coarser');
	const [, salty] = await converse(library, [above, 'What if it tastes salty?']);
	expect(salty?.answer_text).toMatch(/^Your documents do not answer this/);
	const [, , declined] = await converse(library, [above, 'Who won the cup in Paris?', 'And the espresso of Paris?']);
	expect(declined?.answer_text).toMatch(/^Your documents do not answer this/);
});

it('a declined turn lends the words of its question, and none of what was printed', async () => {
	const library = await libraryOf(GARDEN);
	const [declined, next] = await converse(library, ['How tall is the Eiffel Tower, by the gate?', 'Who built it?']);
	expect(declined?.answer_text).toMatch(/The nearest passages:\n {2}E1/);
	expect(next?.meta.carried).toEqual(expect.arrayContaining(['eiffel', 'tower']));
	for (const junk of ['e1', 'nearest', 'passages', 'line', 'documents', 'oaks', 'garden'])
		expect(next?.meta.carried).not.toContain(junk);
});

it('below a declined turn, "who …?" still finds what the turns above that are about', async () => {
	const library = await libraryOf(GARDEN);
	const [, , bought] = await converse(library, [
		'Where does the spade hang?',
		'What does a plumber earn in Norway?',
		'When was it bought?',
	]);
	expect(bought?.answer_text).toContain('bought in 1988');
});

it('"go on" reads on where the quote ended, and never the handbook', async () => {
	const library = await libraryOf(GARDEN, handbook());
	const [, , more, evenMore] = await converse(library, [
		'When are cherries pruned?',
		'And the oaks?',
		'go on',
		'Please continue',
	]);
	expect(more?.answer_text).toMatch(/^“Roses are cut back in March, when the forsythia is in bloom\.”/);
	for (const answered of [more, evenMore]) {
		expect(answered?.evidence.every(({ source }) => source.includes('garden.md'))).toBe(true);
		expect(answered?.answer_text).not.toContain('Cherries');
	}
	expect(evenMore?.answer_text).not.toContain('Roses');
});

it('"go on" under a turn that was not answered is not answered either', async () => {
	const library = await libraryOf(GARDEN, handbook());
	const [, more] = await converse(library, ['What does a plumber earn in Norway?', 'go on']);
	expect(more?.answer_text).toMatch(/^Your documents do not answer this/);
});

it('"go on" at the end of a document says that there is no more', async () => {
	const library = await libraryOf({ 'short.md': '# Oaks\n\nThe oak was planted in 1931.\n' }, handbook());
	const [, more] = await converse(library, ['When was the oak planted?', 'go on']);
	expect(more?.answer_text).not.toContain('go back');
	expect(more?.audit_mode).toBe('UNGROUNDED');
});

it('"why?" quotes the reason from the source of the turn above', async () => {
	const library = await libraryOf(GARDEN, handbook());
	const [, why] = await converse(library, ['How often is the heap turned?', 'Why?']);
	expect(why?.answer_text.split('\n')[0]).toContain('because the worms leave it');
});

it('the same "go on" under two branches is answered for each', async () => {
	const library = await libraryOf(GARDEN);
	const [cherries, afterCherries] = await converse(library, ['When are cherries pruned?', 'go on']);
	expect(cherries?.answer_text).not.toContain('oaks');
	const [, afterOaks] = await converse(library, ['When are the oaks pruned?', 'go on']);
	expect(afterCherries?.answer_text).toContain('oaks');
	expect(afterOaks?.cache_hit).toBe(false);
	expect(afterOaks?.answer_text).not.toContain('oaks');
});

it('asked without the turns above, a question carries nothing from them', async () => {
	const library = await libraryOf(GARDEN);
	const above = 'When are cherries pruned?';
	const [, below] = await converse(library, [above, 'And the oaks?']);
	const [, alone] = await converse(library, [above, { alone: 'And the oaks?' }]);
	const [first] = await converse(library, ['And the oaks?']);
	expect(below?.meta.carried).toContain('cherries');
	expect(alone?.meta.carried).toBeUndefined();
	expect(alone?.answer_text).toBe(first?.answer_text);
});
