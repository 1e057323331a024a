import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gather } from '../../../source/answer/evidence.ts';
import { openLibrary } from '../../../source/library/library.ts';
import type { Passage } from '../../../source/library/retrieval.ts';
import type { Turn } from '../../../source/store/types.ts';

// CAsT 2022: 18 topics of questions and answers with forks. The passages are all answers of the set; a follow-up is right
// when its own answer is among the first five, the answers above it left out.

interface TopicTurn {
	/** Unique within its topic. */
	number: string;
	parent?: string;
	participant: 'User' | 'System';
	utterance?: string;
	response?: string;
}

interface Topic {
	number: number;
	turn: TopicTurn[];
}

interface CastFigures {
	turns: number;
	passages: number;
	/** Shares of turns whose answer is among the first five: by the bare question; with the words the path lends. */
	raw5: number;
	carried5: number;
	/** Share with the answer in the first place, nothing left out: does the parent's own passage stand before it? */
	carried1: number;
}

/** A turn of the path, as far as retrieval looks at it. */
function turnOf(bates: string, question: string, answer_text: string): Turn {
	return {
		bates,
		sid: '',
		seq: 0,
		parent_bates: null,
		question,
		answer_text,
		cache_key: '',
		// Its answers cite nothing, as any that come from elsewhere.
		audit_mode: 'IMPORTED',
		created_at: '',
		label: null,
		node_hash: '',
		subtree_hash: '',
		cited_titles: [],
		n_cited_sources: 0,
		meta: {},
	};
}

/** Every user turn with an answer: its path (root first) and the answers' numbers. */
function followUps(topics: readonly Topic[]) {
	return topics.flatMap(({ number: topic, turn: turns }) => {
		const byNumber = new Map(turns.map((turn) => [turn.number, turn]));
		return turns.flatMap((turn) => {
			const answers = turns.filter((other) => other.participant === 'System' && other.parent === turn.number);
			if (turn.participant !== 'User' || answers.length === 0 || turn.parent === undefined) return [];
			const path: Turn[] = [];
			for (let above = byNumber.get(turn.parent); above?.parent !== undefined; ) {
				const asked: TopicTurn | undefined = byNumber.get(above.parent);
				if (asked === undefined) break;
				path.unshift(turnOf(`${topic}/${above.number}`, asked.utterance ?? '', above.response ?? ''));
				above = asked.parent === undefined ? undefined : byNumber.get(asked.parent);
			}
			return [{ question: turn.utterance ?? '', path, answers: answers.map(({ number }) => `${topic}/${number}`) }];
		});
	});
}

/** `dataFile` is 2022_evaluation_topics_tree_v1.0.json; `folders` hold unrelated documents to stand among the passages. */
export async function runCast(dataFile: string, folders: readonly string[] = []): Promise<CastFigures> {
	const topics = JSON.parse(readFileSync(dataFile, 'utf8')) as Topic[];

	const folder = mkdtempSync(join(tmpdir(), 'arborist-cast-'));
	const library = await openLibrary(':memory:', { now: Date.now });
	try {
		const numbers = new Map<string, string>();
		for (const { number: topic, turn: turns } of topics) {
			for (const { number, participant, response } of turns) {
				if (participant !== 'System') continue;
				const file = join(folder, `${topic}x${number.replace('-', 'x')}.txt`);
				writeFileSync(file, response ?? '');
				numbers.set(`${topic}/${number}`, file);
			}
		}
		await library.add([folder, ...folders]);
		const asked = followUps(topics);
		const rightAmong = (
			passages: readonly Pick<Passage, 'source'>[],
			answers: readonly string[],
			left: readonly Turn[],
			first: number,
		) => {
			const leftOut = new Set(left.map(({ bates }) => numbers.get(bates)));
			const files = new Set(passages.map(({ source }) => source.replace(/:\d+$/, '')));
			const kept = [...files].filter((file) => !leftOut.has(file)).slice(0, first);
			return answers.some((answer) => kept.includes(numbers.get(answer) as string));
		};
		let raw = 0;
		let carried = 0;
		let firsts = 0;
		for (const { question, path, answers } of asked) {
			const bare = gather(library, 'own', question, [], 40);
			if (rightAmong(bare.passages, answers, path, 5)) raw += 1;
			const lent = gather(library, 'own', question, path, 40);
			if (rightAmong(lent.passages, answers, path, 5)) carried += 1;
			if (rightAmong(lent.passages, answers, [], 1)) firsts += 1;
		}
		return {
			turns: asked.length,
			passages: library.size('own'),
			raw5: raw / asked.length,
			carried5: carried / asked.length,
			carried1: firsts / asked.length,
		};
	} finally {
		library.close();
		rmSync(folder, { recursive: true });
	}
}
