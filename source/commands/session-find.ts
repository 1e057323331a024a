import { ArboristError } from '../errors.ts';
import type { Forest } from '../store/forest.ts';
import type { Hit } from '../store/search.ts';
import type { Command } from './command.ts';
import { age, oneLine } from './phrases.ts';

interface Data {
	text: string;
	/** With the way to each. */
	hits: (Hit & { path: { bates: string; question: string }[] })[];
	count: number;
	capped: boolean;
	now: number;
}

const LIMIT = 20;

/** Turns of a path that are told: twenty whole paths in a tree 200,000 deep make a text longer than there can be one. */
const NEAREST = 100;

export function findTurns(forest: Forest, text: string, limit: number, now: number): Data {
	const { hits, count, capped } = forest.find(text, limit);
	const withPaths = hits.map((hit) => ({ ...hit, path: pathTo(forest, hit.bates) }));
	return { text, hits: withPaths, count, capped, now };
}

function pathTo(forest: Forest, found: string): { bates: string; question: string }[] {
	return forest.outline.lineage(found, NEAREST).flatMap((each) => {
		const turn = forest.turn(each);
		return turn && turn.audit_mode !== 'ROOT' ? [{ bates: turn.bates, question: turn.question }] : [];
	});
}

export function findText({ text, hits, count, capped, now }: Data, howToSeeMore = ''): string {
	if (hits.length === 0) return `Nothing found for “${oneLine(text)}”.`;
	const blocks = hits.map(({ bates, question, snippet, created_at, path }) => {
		const above = path.slice(-4, -1).map((turn) => oneLine(turn.question, 20));
		const from = above.length > 0 ? `\n    under ${path.length > 4 ? '… › ' : ''}${above.join(' › ')}` : '';
		return `${oneLine(question)}\n    ${oneLine(snippet, 76)}${from}\n    ${bates} · ${age(created_at, now)}`;
	});
	const more =
		count > hits.length
			? [
					`${hits.length} of ${capped ? `${count.toLocaleString('en')}+` : count.toLocaleString('en')} turns${howToSeeMore}.`,
				]
			: [];
	return [...blocks, ...more].join('\n\n');
}

export function checkedLimit(limit: number | undefined): number {
	if (limit === undefined) return LIMIT;
	if (Number.isInteger(limit) && limit > 0) return Math.min(limit, 1000);
	throw new ArboristError('USAGE', '--limit takes a whole number from 1 to 1000.', 'Like: --limit 20');
}

export const sessionFind: Command<Data> = {
	verb: 'session',
	option: 'find',
	usage: ['session --find TEXT [--limit N] [--json]'],
	summary: 'search every turn of every session',
	flags: ['find', 'limit', 'json'],
	words: 'none',
	run: ({ flags }, context) =>
		findTurns(context.existingForest(), flags.find ?? '', checkedLimit(flags.limit), context.now()),
	text: (data) => findText(data, '; --limit N shows more'),
	json: ({ hits }) =>
		hits.map(({ bates, sid, question, snippet, created_at, path }) => ({
			bates,
			sid,
			question,
			snippet,
			created_at,
			path,
		})),
};
