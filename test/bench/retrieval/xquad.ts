import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confidence } from '../../../source/answer/confidence.ts';
import { gather } from '../../../source/answer/evidence.ts';
import { bestQuotes, type Quote } from '../../../source/answer/quotes.ts';
import { relevantSentences } from '../../../source/answer/relevance.ts';
import { type Library, openLibrary } from '../../../source/library/library.ts';

// XQuAD: 48 articles of Wikipedia, 240 paragraphs, 1,190 questions with their answers in the text. Constants were fitted on
// the articles with even index; figures are told on the odd ones.

interface Article {
	title: string;
	paragraphs: {
		context: string;
		qas: { question: string; answers: { text: string; answer_start: number }[] }[];
	}[];
}

/** What one question came to. */
interface Asked {
	article: number;
	/** Whether a passage with the answer in its place was among the first five. */
	recalled: boolean;
	/** Whether the answer stands in the first quote; in one of the first three. */
	first: boolean;
	three: boolean;
	/** The same of three quotes whatever they add. */
	uncut: boolean;
	/** How many quotes there were. */
	quotes: number;
	confidence: number;
	/** The same with its article removed: nothing can answer. */
	confidenceWithout: number;
}

interface XquadFigures {
	questions: number;
	passages: number;
	recall5: number;
	first: number;
	three: number;
	/** In one of three when always three are quoted, whatever they add. */
	uncut: number;
	/** Quotes an answer, on average. */
	quotes: number;
	/** Area under the curve of confidence, answerable against unanswerable. */
	auc: number;
	/** Shares of the answerable and the unanswerable that are answered at the engine's own threshold. */
	answered: number;
	wronglyAnswered: number;
	/** Milliseconds of a question, retrieval and quotes, median. */
	median_ms: number;
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();

function share(asked: readonly Asked[], is: (one: Asked) => boolean): number {
	return asked.filter(is).length / asked.length;
}

/** The chance that an answerable question is more confident than an unanswerable one. */
function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
	let won = 0;
	for (const high of positive) for (const low of negative) won += high > low ? 1 : high === low ? 0.5 : 0;
	return won / (positive.length * negative.length);
}

async function runAll(dataFile: string, noise: readonly string[]) {
	const { data } = JSON.parse(readFileSync(dataFile, 'utf8')) as { data: Article[] };
	const folder = mkdtempSync(join(tmpdir(), 'arborist-xquad-'));
	const library = await openLibrary(':memory:', { now: Date.now });
	try {
		if (noise.length > 0) await library.add(noise);
		mkdirSync(join(folder, 'articles'));
		const files = data.map(({ title, paragraphs }) => {
			const name = title.replaceAll('_', ' ');
			const file = join(folder, 'articles', `${title.replace(/\W+/g, '_')}.md`);
			writeFileSync(file, `# ${name}\n\n${paragraphs.map(({ context }) => context).join('\n\n')}\n`);
			return file;
		});
		await library.add([join(folder, 'articles')]);
		const passages = library.size('own');
		const asked: Asked[] = [];
		const times: number[] = [];
		for (const [article, { paragraphs }] of data.entries()) {
			const file = files[article] as string;
			const own = askAll(library, paragraphs, times);
			library.remove(file);
			const without = askAll(library, paragraphs, []);
			await library.add([file]);
			for (const [i, one] of own.entries()) {
				const nothing = without[i] as (typeof own)[number];
				const holds = (quote: Quote) =>
					quote.passage.source.startsWith(file) && one.answers.some((answer) => squeeze(quote.text).includes(answer));
				asked.push({
					article,
					recalled: one.evidence.passages
						.slice(0, 5)
						.some(({ source, text }) => source.startsWith(file) && squeeze(text).includes(one.around)),
					first: one.quotes.slice(0, 1).some(holds),
					three: one.quotes.some(holds),
					uncut: one.always.some(holds),
					quotes: one.quotes.length,
					confidence: one.confidence,
					confidenceWithout: nothing.confidence,
				});
			}
		}
		times.sort((a, b) => a - b);
		return { asked, passages, median_ms: times[times.length >> 1] as number };
	} finally {
		library.close();
		rmSync(folder, { recursive: true });
	}
}

function askAll(library: Library, paragraphs: Article['paragraphs'], times: number[]) {
	return paragraphs.flatMap(({ context, qas }) =>
		qas.map(({ question, answers }) => {
			const start = performance.now();
			const evidence = gather(library, 'own', question, []);
			const ranked = relevantSentences(question, evidence);
			const quotes = bestQuotes(ranked, 3);
			times.push(performance.now() - start);
			const [{ text, answer_start }] = answers as [(typeof answers)[number]];
			const around = squeeze(context.slice(Math.max(0, answer_start - 15), answer_start + text.length + 15).trim());
			return {
				question,
				evidence,
				quotes,
				always: bestQuotes(ranked, 3, 0),
				confidence: confidence(evidence, ranked),
				answers: answers.map((answer) => squeeze(answer.text)),
				around,
			};
		}),
	);
}

/** The figures on the articles with odd (`told`) or even (fitted) index. */
function figures(all: Awaited<ReturnType<typeof runAll>>, odd: boolean): XquadFigures {
	const asked = all.asked.filter(({ article }) => (article % 2 === 1) === odd);
	return {
		questions: asked.length,
		passages: all.passages,
		recall5: share(asked, ({ recalled }) => recalled),
		first: share(asked, ({ first }) => first),
		three: share(asked, ({ three }) => three),
		uncut: share(asked, ({ uncut }) => uncut),
		quotes: asked.reduce((sum, { quotes }) => sum + quotes, 0) / asked.length,
		auc: areaUnderCurve(
			asked.map(({ confidence: sure }) => sure),
			asked.map(({ confidenceWithout }) => confidenceWithout),
		),
		answered: share(asked, ({ confidence: sure }) => sure >= 0),
		wronglyAnswered: share(asked, ({ confidenceWithout }) => confidenceWithout >= 0),
		median_ms: all.median_ms,
	};
}

/** XQuAD alone. `dataFile` is xquad.en.json. */
export async function runXquad(dataFile: string): Promise<{ told: XquadFigures; fitted: XquadFigures }> {
	return runXquadLarge(dataFile, []);
}

/** XQuAD among the documents of unrelated folders. */
export async function runXquadLarge(
	dataFile: string,
	folders: readonly string[],
): Promise<{ told: XquadFigures; fitted: XquadFigures }> {
	const all = await runAll(dataFile, folders);
	return { told: figures(all, true), fitted: figures(all, false) };
}
