import type { Library, Shelf } from '../library/library.ts';
import type { Turn } from '../store/types.ts';
import { asksForMore } from './carry.ts';
import { confidence } from './confidence.ts';
import type { AnswerEngine, Evidence } from './engine.ts';
import { gather } from './evidence.ts';
import { gatherOnward, lastSource } from './onward.ts';
import { relevantSentences } from './relevance.ts';

const SHELVES: readonly Shelf[] = ['own', 'handbook'];

function answers(question: string, evidence: Evidence): boolean {
	return confidence(evidence, relevantSentences(question, evidence)) >= 0;
}

/**
 * What a question is to be answered from: the user's own documents, unless they do not answer it and the handbook does.
 * The turns above lend words; where those lead astray, the question's own words alone decide, so that a question which is
 * answered by itself is answered as a follow-up too. A follow-up that names nothing stays with its parent's source.
 * A model may know what neither shelf does: of passages about this program it is told only when they answer.
 */
export function chooseEvidence(
	library: Library,
	question: string,
	path: readonly Turn[],
	engine: Pick<AnswerEngine, 'plan'>,
): Evidence {
	const more = path.length > 0 && asksForMore(question);
	const last = more ? lastSource(path) : undefined;
	if (last !== undefined) {
		const shelf = last.source.startsWith('handbook:') ? 'handbook' : 'own';
		return gatherOnward(library, path) ?? gather(library, shelf, question, path);
	}
	let nearest: Evidence | undefined;
	for (const shelf of SHELVES) {
		for (const above of path.length === 0 || more ? [path] : [path, []]) {
			const evidence = gather(library, shelf, question, above);
			if (answers(question, evidence)) return evidence;
			if (nearest === undefined || (nearest.passages.length === 0 && engine.plan === undefined)) nearest = evidence;
		}
	}
	return nearest as Evidence;
}
