import { existsSync, readFileSync } from 'node:fs';
import { audit, PROVEN } from '../../source/answer/audit.ts';
import { factsIn } from '../../source/answer/facts.ts';
import { sentences } from '../../source/library/sentences.ts';
import type { Figure } from './figure.ts';

// What the audit catches in answers as a model writes them: sentences of XQuAD's paragraphs in other words, each with its
// pointer among six passages of the same article, and one of them spoilt in one way.

const DATA = new URL('../../../shared/data/xquad.en.json', import.meta.url);

interface Paragraph {
	context: string;
	qas: { question: string; answers: { text: string; answer_start: number }[] }[];
}

interface Passage {
	pointer: string;
	title: string;
	text: string;
}

interface Answer {
	question: string;
	passages: Passage[];
	/** Two statements in the model's words; the first is the one that is spoilt. */
	first: string;
	second: string;
	/** Numbers and names of other articles. */
	foreign: { number: string; name: string };
}

const OTHER_WORDS: readonly [RegExp, string][] = [
	[/\s*\([^()]*\)/g, ''],
	[/\bbecause\b/g, 'since'],
	[/\bbegan\b/g, 'started'],
	[/\blarge\b/g, 'big'],
	[/\balso\s/g, ''],
	[/\bhowever, /gi, ''],
	[/\bmany\b/g, 'numerous'],
	[/\bwhile\b/g, 'whereas'],
	[/\bshow(s|ed)?\b/g, 'demonstrate$1'],
	[/\bused\b/g, 'employed'],
	[/\bthe\b/g, 'this'],
];

/** A sentence in other words, mechanically; what it quotes stays as it is. */
function paraphrase(sentence: string): string {
	const bare = sentence.trim().replace(/[.!?]+(["”]?)$/, '$1');
	return bare
		.split(/(“[^”]*”|"[^"]*")/)
		.map((part, i) => (i % 2 === 1 ? part : OTHER_WORDS.reduce((text, [from, to]) => text.replace(from, to), part)))
		.join('');
}

type Spoil = (answer: Answer) => string | undefined;

const told = (first: string, { second }: Answer, pointer = ' [E1]') => `${first}${pointer}. ${second} [E1].`;

/** Replaces the first fact of a kind that is asked for. */
function replaced(answer: Answer, kind: 'number' | 'name', other: string | undefined): string | undefined {
	const fact = factsIn(answer.first).find((each) => each.kind === kind && !/^[a-z]/.test(each.word));
	if (fact === undefined || other === undefined || other.toLowerCase() === fact.value) return undefined;
	return told(answer.first.replace(fact.word, other), answer);
}

/** A fact of the same kind from another sentence of the same passage. */
function neighbour(answer: Answer, kind: 'number' | 'name'): string | undefined {
	const own = new Set(factsIn(answer.first).map(({ value }) => value));
	return factsIn(answer.passages[0]?.text ?? '').find(
		(each) => each.kind === kind && !own.has(each.value) && !/^[a-z]/.test(each.word),
	)?.word;
}

const SPOILS: Readonly<Record<string, Spoil>> = {
	'pointer swapped': (answer) => told(answer.first, answer, ' [E2]'),
	'pointer to nothing': (answer) => told(answer.first, answer, ' [E9]'),
	'pointer dropped': (answer) => told(answer.first, answer, ''),
	'number changed': (answer) => replaced(answer, 'number', answer.foreign.number),
	'number of another sentence': (answer) => replaced(answer, 'number', neighbour(answer, 'number')),
	'name changed': (answer) => replaced(answer, 'name', answer.foreign.name),
	'name of another sentence': (answer) => replaced(answer, 'name', neighbour(answer, 'name')),
	'quote invented': (answer) => told(`${answer.first}, “as nobody ever wrote down”`, answer),
};

/** The kinds of the issue: the bar is on them together. */
const BARRED = [
	'pointer swapped',
	'pointer to nothing',
	'pointer dropped',
	'number changed',
	'name changed',
	'quote invented',
];

function answersIn(articles: readonly { paragraphs: Paragraph[] }[]): Answer[] {
	const facts = articles.map(({ paragraphs }) => factsIn(paragraphs.map(({ context }) => context).join(' ')));
	return articles.flatMap(({ paragraphs }, article) =>
		paragraphs.flatMap(({ context, qas }, at) => {
			const others = paragraphs.filter((_, i) => i !== at).slice(0, 5);
			const passages = [context, ...others.map((each) => each.context)].map((text, i) => ({
				pointer: `E${i + 1}`,
				title: 'Article',
				text,
			}));
			const strange = facts[(article + 7) % articles.length] ?? [];
			const own = new Set(factsIn(context).map(({ value }) => value));
			const foreign = (kind: 'number' | 'name') =>
				strange.find((fact) => fact.kind === kind && fact.word.length > 2 && !own.has(fact.value))?.word ?? '';
			const spans = sentences(context).map(({ start, end }) => ({ start, end, text: context.slice(start, end) }));
			return qas.flatMap(({ question, answers: [gold] }) => {
				const index = spans.findIndex(
					({ start, end }) => gold !== undefined && gold.answer_start >= start && gold.answer_start < end,
				);
				const one = spans[index]?.text;
				const two = spans[index + 1]?.text ?? spans[index - 1]?.text;
				if (one === undefined || two === undefined || one.length < 30 || two.length < 30) return [];
				return [
					{
						question,
						passages,
						first: paraphrase(one),
						second: paraphrase(two),
						foreign: { number: foreign('number'), name: foreign('name') },
					},
				];
			});
		}),
	);
}

const spoilt = ({ question, passages, first }: Answer, text: string): boolean => {
	const { mode, verdicts } = audit(question, text, passages);
	const own = verdicts[0];
	return mode === 'UNGROUNDED' || own === undefined || own.verdict !== PROVEN || !text.startsWith(first.slice(0, 1));
};

export function auditFigures(): Figure[] {
	if (!existsSync(DATA)) return [];
	const { data } = JSON.parse(readFileSync(DATA, 'utf8')) as { data: { paragraphs: Paragraph[] }[] };
	const answers = answersIn(data);
	const unproven = answers.filter(({ question, passages, ...answer }) => {
		const text = told(answer.first, { question, passages, ...answer });
		return audit(question, text, passages).verdicts.some(({ verdict }) => verdict !== PROVEN);
	});
	let caughtAll = 0;
	let triedAll = 0;
	const figures = Object.entries(SPOILS).map(([name, spoil]): Figure => {
		const texts = answers.flatMap((answer) => {
			const text = spoil(answer);
			return text === undefined ? [] : [{ answer, text }];
		});
		const caught = texts.filter(({ answer, text }) => spoilt(answer, text)).length;
		if (BARRED.includes(name)) {
			caughtAll += caught;
			triedAll += texts.length;
		}
		return {
			name: `audit: ${name}, caught`,
			value: (100 * caught) / texts.length,
			unit: '%',
			note: `${texts.length} answers`,
		};
	});
	return [
		...figures,
		{
			name: 'audit: all kinds of the bar, caught',
			value: (100 * caughtAll) / triedAll,
			unit: '%',
			bar: { at: 'least', value: 98 },
			note: `${triedAll} answers`,
		},
		{
			name: 'audit: false alarms, untouched answers',
			value: (100 * unproven.length) / answers.length,
			unit: '%',
			bar: { at: 'most', value: 1 },
			note: `${answers.length} answers`,
		},
	];
}
