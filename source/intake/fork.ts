import { sidOf } from '../store/bates.ts';
import type { Forest } from '../store/forest.ts';
import type { ArrangedTurn } from './arrange.ts';
import { nativeId } from './arrange.ts';

/** What a fork repeats of the session that it was made from: by the same ids, or by the same time and text. */
export class Original {
	readonly #forest: Forest;
	readonly #tool: string;
	readonly #session: string;
	/** The sessions that the original's turns stand in: its own, and those that it was forked from. */
	readonly #sids: readonly string[];
	/** Under each place, the turns by what they say. */
	readonly #said = new Map<string | null, Map<string, string>>();

	constructor(forest: Forest, tool: string, session: string) {
		this.#forest = forest;
		this.#tool = tool;
		this.#session = session;
		const root = forest.takenAs(tool, sessionName(session));
		this.#sids = root === undefined ? [] : lineage(forest, sidOf(root));
	}

	/** Whether it was taken in. */
	get isHere(): boolean {
		return this.#sids.length > 0 || this.#forest.takenAs(this.#tool, sessionName(this.#session)) !== undefined;
	}

	/** The turn that a fork's turn repeats. `under` is the turn that its parent repeats; null for a first turn. */
	turn(turn: ArrangedTurn, under: string | null): string | undefined {
		const byId = this.#forest.takenAs(this.#tool, nativeId({ key: this.#session }, turn.key));
		if (byId !== undefined && this.#forest.turn(byId)?.question === turn.question) return byId;
		return turn.inferred.includes('time') ? undefined : this.#under(under).get(saying(turn));
	}

	/** The last turn whose record stands before another in the original's file. */
	before(record: string): string | undefined {
		const bates = this.#forest.takenBefore(this.#tool, `${this.#session}/`, `${this.#session}/${record}`);
		return bates !== undefined && this.#forest.turn(bates) ? bates : undefined;
	}

	#under(place: string | null): Map<string, string> {
		const known = this.#said.get(place);
		if (known) return known;
		const parents = place === null ? this.#sids.map((sid) => this.#forest.session(sid)?.root_bates ?? '') : [place];
		const turns = parents.flatMap((parent) => this.#forest.children(parent));
		const said = new Map(
			turns.map(({ created_at, question, answer_text, bates }) => [
				saying({ at: Date.parse(created_at), question, answer: answer_text }),
				bates,
			]),
		);
		this.#said.set(place, said);
		return said;
	}
}

/** The name by which a session itself is known. */
export function sessionName(key: string): string {
	return `${key}/`;
}

function saying({ at, question, answer }: Pick<ArrangedTurn, 'at' | 'question' | 'answer'>): string {
	return JSON.stringify([at, question, answer]);
}

function lineage(forest: Forest, sid: string): string[] {
	const sids = new Set([sid]);
	for (const each of sids) {
		for (const bates of forest.entries(each)) {
			const parent = forest.turn(bates)?.parent_bates;
			if (parent) sids.add(sidOf(parent));
		}
	}
	return [...sids];
}
