import { leftAnswer } from '../../answer/answer.ts';
import type { EvidencePassage } from '../../answer/engine.ts';
import { pause } from '../../clock.ts';
import { oneLine } from '../../commands/phrases.ts';
import type { Left } from '../../store/in-flight.ts';
import type { CanonicalObject } from '../../store/types.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { State } from '../state.ts';
import { guard } from '../trouble.ts';
import { openActs } from './acts.ts';
import { dropUnsent, keepDraft, waitAgain } from './drafts.ts';
import { jumpTo } from './place.ts';

// What a program that was killed left on its way, and what could not be saved.

/** How often one looks whether it can be offered, milliseconds. */
const LOOK = 1000;

/** Offers it when nothing is being written and no box is open. */
export function offerLeftSoon(desk: Desk): void {
	const { ended } = desk.unsaved;
	guard(desk, async () => {
		while (isBusy(desk.state()) && !ended.aborted) await pause(desk.clock, LOOK, ended);
		if (!ended.aborted) offerLeft(desk);
	});
}

function isBusy({ overlay, focus, draft }: State): boolean {
	return overlay !== null || (focus === 'composer' && draft.text !== '');
}

/** Puts the questions back where they were asked, and offers to keep what came of their answers. */
export function offerLeft(desk: Desk): void {
	const { inFlight } = desk.aside;
	const left = inFlight.left();
	for (const { id, sent, text } of left) {
		const { place, question } = sent;
		if (typeof place === 'string' && typeof question === 'string') waitAgain(desk, place, question);
		const end = { what: '', text: () => '', write: () => inFlight.end(id) };
		if (text.trim() === '') guard(desk, () => desk.unsaved.write(id, end));
	}
	const parts = left.filter(({ text }) => text.trim() !== '');
	if (parts.length === 0) return;
	const acts = parts.map((part) => ({
		text: oneLine(String(part.sent['question'] ?? ''), 60),
		right: `${part.sent['finish'] === 'complete' ? 'all ' : ''}${part.text.length.toLocaleString('en')} characters came`,
		run() {
			try {
				keep(desk, part);
			} catch (error) {
				// Until it is kept or dropped, it is offered.
				offerLeft(desk);
				throw error;
			}
		},
	}));
	const drop = {
		text: 'drop them all; the questions wait as drafts',
		run: () => parts.forEach(({ id }) => void inFlight.end(id)),
	};
	// It opens where one begins to write: letters choose no row.
	openActs(desk, 'left', 'answers that broke off: choose one to keep it as a turn', [...acts, drop], { typing: true });
}

function keep(desk: Desk, { id, sent, text }: Left): void {
	const { place, question, sid, parent, replaces, engine, model, asked_at } = sent;
	const string = (value: unknown) => (typeof value === 'string' ? value : undefined);
	const answered = leftAnswer({
		question: string(question) ?? '',
		text,
		isWhole: sent['finish'] === 'complete',
		passages: passagesIn(sent),
		history: Array.isArray(sent['history']) ? sent['history'].filter((each) => typeof each === 'string') : [],
		engine: string(engine) ?? '',
		model: string(model),
	});
	const replaced = string(replaces);
	const turn = desk.forest.add({
		sid: string(sid) ?? desk.state().sid,
		parent_bates: string(parent) ?? null,
		question: string(question) ?? '',
		answer_text: answered.answer_text,
		cache_key: '',
		audit_mode: answered.audit_mode,
		cited_titles: answered.cited_titles,
		meta: { ...answered.meta, ...(replaced !== undefined && { replaces: replaced }) },
		...(string(asked_at) !== undefined && { created_at: string(asked_at) as string }),
	});
	desk.aside.inFlight.end(id);
	const at = string(place) ?? '';
	if (desk.state().drafts.get(at) === question) keepDraft(desk, at, '');
	dropUnsent(desk, turn.question);
	if (desk.state().draft.text === question) desk.apply({ type: 'drafted', draft: draftOf('') });
	jumpTo(desk, turn.bates);
	offerLeft(desk);
}

/** The table is anyone's to write to: what is no passage is none. */
function passagesIn({ passages }: CanonicalObject): EvidencePassage[] {
	const texts = ['pointer', 'title', 'source', 'where', 'text', 'passage_sha256', 'document_sha256'] as const;
	return (Array.isArray(passages) ? passages : []).flatMap((each: unknown) => {
		const record = each as Record<string, unknown> | null;
		if (typeof record !== 'object' || record === null) return [];
		if (texts.some((name) => typeof record[name] !== 'string')) return [];
		return [{ ...(record as unknown as EvidencePassage), score: 0 }];
	});
}
