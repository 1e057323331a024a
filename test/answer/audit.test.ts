import { describe, expect, it } from 'vitest';
import { audit } from '../../source/answer/audit.ts';

const TESLA = {
	pointer: 'E1',
	title: 'Nikola Tesla',
	text:
		'Nikola Tesla was born in Smiljan in 1856. He emigrated to New York in 1884, where he worked for Thomas Edison. ' +
		'Westinghouse licensed his induction motor in 1888 for $60,000. Sales increased before the war. He had four siblings.',
};
const judge = (answer: string, question = '') => audit(question, answer, [TESLA]);
const verdict = (answer: string) => judge(answer).verdicts[0]?.verdict;

describe('an answer is STRICT', () => {
	it.each([
		'Tesla was born in Smiljan in 1856 [E1].',
		'In 1884 Tesla emigrated to New York. [E1]',
		'“Westinghouse licensed his induction motor in 1888 for $60,000.”\n[E1 | Nikola Tesla | line 3]',
		'He had 4 siblings [E1].',
		'The motor was licensed by Westinghouse for 60000 dollars in 1888 [E1].',
	])('%s', (answer) => expect(judge(answer)).toMatchObject({ mode: 'STRICT', verdicts: [{ verdict: 'proven' }] }));
});

describe('a sentence is not proven', () => {
	it.each([
		['Tesla was born in Smiljan in 1857 [E1].', 'the number 1857 is not in the passage'],
		['In 1884 Tesla emigrated to Chicago [E1].', 'the name Chicago is not in the passage'],
		['Tesla was born in Smiljan in 1884 [E1].', '1884 belongs to other words in the passage'],
		[
			'Tesla emigrated to Smiljan, where he worked for Thomas Edison [E1].',
			'Smiljan belongs to other words in the passage',
		],
		['Tesla was not born in Smiljan in 1856 [E1].', 'denies what the passage does not'],
		['Sales decreased before the war [E1].', 'the passage says the opposite of "decreased"'],
		['Bananas ripen quickly beside apples [E1].', 'too few of its words are in the passage'],
		['He wrote “I worked for Thomas Edison gladly” [E1].', 'misquoted'],
		['Tesla was born in Smiljan [E2].', 'there is no passage E2'],
	])('%s', (answer, reason) => expect(verdict(answer)).toBe(reason));
});

it('is HYBRID when some sentences are proven, and says which are not', () => {
	expect(judge('Tesla was born in Smiljan [E1]. He liked pigeons.')).toEqual({
		mode: 'HYBRID',
		verdicts: [
			{ sentence: 'Tesla was born in Smiljan', verdict: 'proven' },
			{ sentence: 'He liked pigeons.', verdict: 'points to no passage' },
		],
	});
});

it('is UNGROUNDED as a whole by one misquotation or one pointer that leads nowhere', () => {
	expect(judge('Tesla was born in Smiljan [E1]. “He loved pigeons dearly” [E1].').mode).toBe('UNGROUNDED');
	expect(judge('Tesla was born in Smiljan [E1]. He had four siblings [E3].').mode).toBe('UNGROUNDED');
});

it('has nothing to say of an answer that points nowhere', () => {
	expect(judge('Your documents do not answer this.')).toEqual({ mode: 'UNGROUNDED', verdicts: [] });
});

it('takes a name of the question for granted', () => {
	expect(
		judge('Mr Marconi was not in it, but Tesla was born in Smiljan [E1].', 'And Marconi?').verdicts[0]?.verdict,
	).not.toContain('Marconi');
});

it('is done in linear time', () => {
	const start = process.cpuUsage();
	for (const piece of ['[E1', '[E1 | ', '“', '"', '[E1 | a | b]', 'A. ', '\\', '1,', 'not '])
		audit('', piece.repeat(200_000 / piece.length), [TESLA]);
	expect(process.cpuUsage(start).user / 1e6).toBeLessThan(10);
});
