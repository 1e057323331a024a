import type { Forest } from '../../source/store/forest.ts';
import type { Turn } from '../../source/store/types.ts';

/**
 * A forest from one line of text:
 *
 *     tea > which leaf > (black | green = sencha, say #favourite > how hot) ; ^green > and coffee
 *
 * `a > b` asks b under a. `(… | …)` forks, its branches in that order. `;` begins another session; `^name >` hangs it
 * under the turn that asked `name`. `= text` is the answer, `#text` the label. Every turn is named by its question.
 */
export function plant(forest: Forest, line: string): Planted {
	const grown = new Map<string, string[]>();
	const sids: string[] = [];
	const remember = (question: string, bates: string) => {
		grown.set(question, [...(grown.get(question) ?? []), bates]);
	};
	const only = (question: string): string => {
		const [bates, ...others] = grown.get(question) ?? [];
		if (bates === undefined) throw new Error(`nothing planted asks “${question}”`);
		if (others.length > 0) throw new Error(`“${question}” is asked ${others.length + 1} times`);
		return bates;
	};
	const tokens = (line.match(/[>()|;]|[^>()|;]+/g) ?? []).map((token) => token.trim()).filter((token) => token !== '');
	let at = 0;

	function chain(sid: string, parent: string | null): void {
		let under = parent;
		for (;;) {
			const token = tokens[at++];
			if (token === undefined || /^[>)|;]$/.test(token)) throw new Error(`a turn is missing in: ${line}`);
			if (token === '(') {
				do chain(sid, under);
				while (tokens[at++] === '|');
				return;
			}
			under = token.startsWith('^') ? only(token.slice(1)) : turn(sid, under, token);
			if (tokens[at] !== '>') return;
			at++;
		}
	}

	function turn(sid: string, under: string | null, token: string): string {
		const [, question = '', answer, label] = /^([^=#]*)(?:=([^#]*))?(?:#(.*))?$/s.exec(token) ?? [];
		const { bates } = forest.add({
			sid,
			parent_bates: under,
			question: question.trim(),
			answer_text: answer?.trim() ?? `About ${question.trim()}.`,
			cache_key: '',
			audit_mode: 'UNGROUNDED',
			cited_titles: [],
			meta: { engine: 'script', finish: 'complete' },
		});
		remember(question.trim(), bates);
		if (label !== undefined) forest.label(bates, label);
		return bates;
	}

	do {
		const sid = forest.begin();
		sids.push(sid);
		chain(sid, null);
	} while (tokens[at++] === ';');
	if (at <= tokens.length) throw new Error(`unexpected “${tokens[at - 1]}” in: ${line}`);

	return {
		sids,
		sid: sids[0] as string,
		bates: only,
		all: (question) => grown.get(question) ?? [],
		turn: (question) => forest.turn(only(question)) as Turn,
		root: (session = 0) => forest.turn(`${sids[session]}-000000`) as Turn,
	};
}

export interface Planted {
	/** The sessions, in the order of the line. */
	sids: string[];
	/** The first of them. */
	sid: string;
	/** The id of the turn that asked this. */
	bates(question: string): string;
	/** The ids of all turns that asked this, in the order planted. */
	all(question: string): string[];
	/** The turn that asked this, as it is now. */
	turn(question: string): Turn;
	/** The seq 0 node of a session, as it is now. */
	root(session?: number): Turn;
}
