import { PROVEN } from '../answer/audit.ts';
import type { Turn, TurnMeta } from '../store/types.ts';
import type { Asked } from './asking.ts';
import { age, count, seconds, shortSid } from './phrases.ts';

// What is said of an answer, wherever it is printed.

/** The answer, and one line that says what it is worth and where it lies. */
export function answerText(asked: Asked, now: number): string {
	return `${asked.turn.answer_text}\n\n${closingLine(asked, now)}`;
}

const ENDS = { complete: '', cancelled: 'stopped', truncated: 'cut short', error: 'failed' } as const;

/** How an answer ended that is not whole; nothing of one that is. */
export function endText(answer: string, finish: TurnMeta['finish'] = 'complete'): string {
	// Nobody stopped what another tool left unanswered.
	return finish === 'cancelled' && answer === '' ? 'no answer' : ENDS[finish];
}

export function closingLine({ turn, answered }: Asked, now: number): string {
	const { seq, sid, n_cited_sources, meta } = turn;
	const facts = [
		modeText(turn),
		endText(turn.answer_text, answered.finish),
		n_cited_sources > 0 ? count(n_cited_sources, 'source') : '',
		`#${seq} of ${shortSid(sid)}`,
		meta.model ?? '',
		usageText(meta.usage),
		meta.history?.length ? `${count(meta.history.length, 'earlier turn')} sent` : '',
		leftOutText(answered.left_out),
		meta.carried?.length ? `carried: ${meta.carried.slice(0, 6).join(', ')}` : '',
		answered.cache_hit && answered.cached_at ? `answered before, ${age(answered.cached_at, now)}` : '',
	];
	const troubles = [answered.problem && `${answered.problem.message} ${answered.problem.hint ?? ''}`, answered.doubt];
	return [facts.filter(Boolean).join(' · '), ...troubles.filter((text) => text !== undefined)].join('\n');
}

/** `HYBRID 2 of 3`: of an answer that is proven in part, how many of its sentences are. */
export function modeText({ audit_mode, meta: { verdicts = [] } }: Pick<Turn, 'audit_mode' | 'meta'>): string {
	if (audit_mode !== 'HYBRID' || verdicts.length === 0) return audit_mode;
	const proven = verdicts.filter(({ verdict }) => verdict === PROVEN).length;
	return `${audit_mode} ${proven} of ${verdicts.length}`;
}

/** `1,204 + 87 tokens, 2.1 s`; empty when nothing is known. */
export function usageText(usage: TurnMeta['usage'] = {}): string {
	const { input_tokens, output_tokens, total_ms } = usage;
	const number = (value: number | undefined) => (value === undefined ? '?' : value.toLocaleString('en'));
	const told = input_tokens !== undefined || output_tokens !== undefined;
	const tokens = told ? `${number(input_tokens)} + ${number(output_tokens)} tokens` : '';
	return [tokens, total_ms === undefined ? '' : seconds(total_ms)].filter(Boolean).join(', ');
}

/** What found no room in the prompt, in words. */
export function leftOutText({ turns = 0, passages = 0 } = { turns: 0, passages: 0 }): string {
	const parts = [turns > 0 ? count(turns, 'earlier turn') : '', passages > 0 ? count(passages, 'passage') : ''];
	const told = parts.filter(Boolean).join(' and ');
	return told === '' ? '' : `${told} left out`;
}
