import type { AuditMode, SentenceVerdict } from '../store/types.ts';
import { claimsOf } from './claims.ts';

/** Goes into every cache key. */
export const AUDIT_VERSION = 1;

/** What an answer is worth, and why, sentence by sentence. */
export interface Audit {
	mode: Extract<AuditMode, 'STRICT' | 'HYBRID' | 'UNGROUNDED'>;
	verdicts: SentenceVerdict[];
}

/** Checks an answer against the passages it points to. */
export function audit(
	_question: string,
	answer: string,
	passages: readonly { pointer: string; text: string }[],
): Audit {
	const verdicts = claimsOf(answer).map(({ sentence, pointers }) => ({
		sentence,
		verdict:
			pointers.length === 0
				? 'no pointer'
				: pointers.every((name) => passages.some((p) => p.pointer === name))
					? 'proven'
					: 'unknown pointer',
	}));
	const proven = verdicts.filter(({ verdict }) => verdict === 'proven').length;
	return { mode: proven === 0 ? 'UNGROUNDED' : proven === verdicts.length ? 'STRICT' : 'HYBRID', verdicts };
}
