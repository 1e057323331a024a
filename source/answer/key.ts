import { type CanonicalValue, canonicalJson } from '../hash/canonical.ts';
import { sha256, sha256Hex } from '../hash/digest.ts';
import { merkleRoot } from '../hash/merkle.ts';
import { CHUNKING_VERSION } from '../library/passages.ts';
import { AUDIT_VERSION } from './audit.ts';
import type { AnswerEngine, Evidence, HistoryTurn } from './engine.ts';
import { RETRIEVAL_VERSION } from './evidence.ts';
import { EXCERPT_VERSION } from './excerpt.ts';
import { PROMPT_VERSION } from './prompt.ts';

const SCHEMA_VERSION = 1;
const CANONICALIZATION_VERSION = 1;

/** The policy under which answers are made: a change of any of its versions makes every cached answer a stranger. */
const POLICY = { audit: AUDIT_VERSION, excerpt: EXCERPT_VERSION, prompt: PROMPT_VERSION, retrieval: RETRIEVAL_VERSION };

const hashOf = (value: CanonicalValue) => sha256Hex(canonicalJson(value));

/** A question with all that does not change what is asked taken off: NFC, white space, case, articles, the end's punctuation. */
export function foldQuestion(question: string): string {
	const line = question
		.normalize('NFC')
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => !/^(?:a|an|the)$/.test(word));
	const folded = line.join(' ').trim();
	let end = folded.length;
	while (end > 0 && /[\s?!.…。？！]/.test(folded[end - 1] as string)) end -= 1;
	return folded.slice(0, end) || folded;
}

/** The Merkle root over the sorted sha256 of the documents that the passages come from; of none, sha256 of nothing. */
function sourceRoot({ passages }: Evidence): string {
	const documents = [...new Set(passages.map(({ document_sha256 }) => document_sha256))].sort();
	const leaves = documents.map((sha) => Buffer.from(sha, 'hex'));
	return Buffer.from(leaves.length === 0 ? sha256('') : merkleRoot(leaves)).toString('hex');
}

/**
 * sha256 over canonical JSON of the eight parts that decide an answer, hex. Words lent by the turns above are not among them.
 * @param history The turns above exactly as they are sent.
 */
export function cacheKey(
	question: string,
	evidence: Evidence,
	engine: Pick<AnswerEngine, 'name' | 'model' | 'profile'>,
	history: readonly HistoryTurn[],
): string {
	return hashOf({
		source_root: sourceRoot(evidence),
		question_hash: sha256Hex(foldQuestion(question)),
		model_profile_hash: hashOf({ engine: engine.name, model: engine.model ?? null, ...engine.profile }),
		conversation_hash: hashOf(history.map(({ question: asked, answer_text }) => [asked, answer_text])),
		governance_policy_hash: hashOf(POLICY),
		schema_version: SCHEMA_VERSION,
		canonicalization_version: CANONICALIZATION_VERSION,
		chunking_version: CHUNKING_VERSION,
	});
}

/** Rounded, so that a library which hardly grew gives an answer again. */
const tenths = (value: number) => Math.round(10 * value);

/**
 * sha256 over canonical JSON of the passages sent, in their order and as they are pointed to, and of what weighs on which
 * sentence is quoted and on whether any is: the words with their weight and rarity, the scores, the size of the library, what
 * was quoted above. Hex. It tells the same bare question under two branches apart.
 */
export function evidenceHash({ passages, terms, collection, heard }: Evidence): string {
	return hashOf({
		passages: passages.map(({ passage_sha256, title, where, score }) => [passage_sha256, title, where, tenths(score)]),
		terms: terms.map(({ word, weight, idf, carried }) => [word, weight, tenths(idf), carried]),
		collection: tenths(Math.log(collection + 1)),
		heard: heard ?? null,
	});
}
