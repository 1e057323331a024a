import { idOf, isObject, type JsonObject, listOf, member, named, textOf } from '../../json.ts';
import { said } from '../blocks.ts';
import { type Format, leftOver, Skips, someValue } from '../format.ts';
import type { Fork, SourceRecord, SourceSession } from '../model.ts';
import { moment, ofIso } from '../time.ts';

// OpenAI's Codex CLI: a rollout file a session, in three shapes: lines in envelopes, bare lines, and one object of the oldest.
// Each text stands in it twice, as an item for the model and as an event for the screen.

const PROMPTS_ONLY = 'a prompt without its answer';

export const codex: Format = {
	tool: 'codex',
	title: 'Codex CLI',
	related: true,
	accepts: (content) => someValue(content, (value) => isRollout(value) || isPrompt(value)),
	async *read(source) {
		const skips = new Skips();
		const lines: JsonObject[] = [];
		for await (const { value, fault } of source.values()) {
			if (fault !== undefined) skips.add(fault);
			else if (isPrompt(value)) skips.add(PROMPTS_ONLY);
			else if (Array.isArray(member(value, 'items'))) {
				lines.push({ type: 'session_meta', payload: member(value, 'session') });
				lines.push(...listOf(member(value, 'items')).filter(isObject));
			} else if (isObject(value)) lines.push(value);
			else skips.add('unknown record');
		}
		yield lines.length > 0 ? sessionOf(lines, skips) : leftOver('codex', skips.counts);
	},
};

function isRollout(value: unknown): boolean {
	const payload = member(value, 'payload');
	if (member(value, 'type') === 'session_meta') return isObject(payload) && idOf(member(payload, 'id')) !== undefined;
	if (Array.isArray(member(value, 'items'))) return isObject(member(value, 'session'));
	// The bare first line of an old rollout.
	return (
		isObject(value) &&
		Object.hasOwn(value, 'instructions') &&
		named(member(value, 'id')) !== undefined &&
		named(member(value, 'timestamp')) !== undefined
	);
}

function isPrompt(value: unknown): boolean {
	return (
		named(member(value, 'session_id')) !== undefined &&
		typeof member(value, 'ts') === 'number' &&
		typeof member(value, 'text') === 'string'
	);
}

/** A line, and what it may be in a turn; the two ways in which each text stands there are told apart by `twin`. */
interface Line {
	key: string;
	at: number | null;
	role: SourceRecord['role'];
	text: string;
	twin?: 'item' | 'event';
	tools?: string[];
	model?: string | undefined;
	/** How many questions are taken back. */
	rollback?: number;
	aborted?: boolean;
	/** No record of the source: a meta line, said for its own sake. */
	reason?: string;
}

function sessionOf(raw: readonly JsonObject[], skips: Skips): SourceSession {
	const meta = metaOf(raw[0]);
	let model: string | undefined;
	const lines = raw.map((each, index): Line => {
		const isBare = !isObject(member(each, 'payload'));
		const payload = isBare ? each : member(each, 'payload');
		const type = isBare
			? index === 0 && member(each, 'role') === undefined
				? 'session_meta'
				: 'response_item'
			: textOf(member(each, 'type'));
		if (type === 'turn_context') model = named(member(payload, 'model')) ?? model;
		const ordinal = member(each, 'ordinal');
		const key = String(typeof ordinal === 'number' ? ordinal : index).padStart(10, '0');
		const at = ofIso(member(each, 'timestamp')) ?? ofIso(member(payload, 'timestamp'));
		return { key, at, model, ...lineOf(type, payload) };
	});
	const isSubagent = isObject(member(meta, 'source'));
	const records = chained(lines);
	if (isSubagent) for (const record of records) record.hidden = 'subagent';
	const fork = forkOf(meta);
	return {
		tool: 'codex',
		key: idOf(member(meta, 'id')) ?? textOf(member(meta, 'session_id')),
		title: null,
		createdAt: ofIso(member(meta, 'timestamp')) ?? records.find(({ at }) => at !== null)?.at ?? null,
		currentKey: records.at(-1)?.key ?? null,
		records,
		...(fork && { fork }),
		skipped: skips.counts,
	};
}

function metaOf(first: JsonObject | undefined): unknown {
	return isObject(member(first, 'payload')) ? member(first, 'payload') : first;
}

function forkOf(meta: unknown): Fork | undefined {
	const base = member(meta, 'history_base');
	const from = idOf(member(base, 'thread_id')) ?? idOf(member(meta, 'forked_from_id'));
	if (from === undefined) return undefined;
	const before = member(base, 'end_ordinal_exclusive') ?? member(meta, 'forked_from_ordinal_exclusive');
	return typeof before === 'number' ? { session: from, before: String(before).padStart(10, '0') } : { session: from };
}

/** What the program itself says in the user's name. */
const NOT_ASKED =
	/^\s*(?:<(?:environment_context|user_instructions|permissions instructions|skills_instructions|turn_aborted|user_shell_command|INSTRUCTIONS)\b|# AGENTS\.md instructions)/;

function lineOf(type: string, payload: unknown): Pick<Line, 'role' | 'text'> & Partial<Line> {
	const kind = textOf(member(payload, 'type'));
	const text = () => said(member(payload, 'content')).text;
	if (type === 'response_item') {
		if (kind === 'message') {
			const role = textOf(member(payload, 'role'));
			if (role === 'assistant') return { role, text: text(), twin: 'item' };
			if (role === 'user' && !NOT_ASKED.test(text())) return { role, text: text(), twin: 'item' };
			return { role: 'system', text: '' };
		}
		if (/_call$/.test(kind))
			return { role: 'assistant', text: '', tools: [named(member(payload, 'name')) ?? kind.replace(/_call$/, '')] };
		if (/_output$/.test(kind)) return { role: 'tool', text: '' };
		return { role: 'note', text: '', reason: kind === 'reasoning' ? 'thinking' : 'note' };
	}
	if (type === 'event_msg') return eventOf(kind, payload);
	return { role: 'note', text: '', reason: type === 'session_meta' ? 'header' : 'note' };
}

function eventOf(kind: string, payload: unknown): Pick<Line, 'role' | 'text'> & Partial<Line> {
	const item = member(payload, 'item');
	if (kind === 'item_completed') {
		const text = said(member(item, 'content')).text;
		if (member(item, 'type') === 'UserMessage') return { role: 'user', text, twin: 'event' };
		if (member(item, 'type') === 'AgentMessage') return { role: 'assistant', text, twin: 'event' };
	}
	if (kind === 'user_message') return { role: 'user', text: textOf(member(payload, 'message')), twin: 'event' };
	if (kind === 'agent_message') return { role: 'assistant', text: textOf(member(payload, 'message')), twin: 'event' };
	const turns = moment(member(payload, 'num_turns')) ?? 1;
	if (kind === 'thread_rolled_back') return { role: 'note', text: '', rollback: turns };
	return { role: 'note', text: '', ...(kind === 'turn_aborted' && { aborted: true }) };
}

/** The lines as a chain, each under the one before; a rollback goes back to before the questions that it takes back. */
function chained(lines: readonly Line[]): SourceRecord[] {
	// Events show what was really typed; items say best what was answered.
	const asked = lines.some(({ role, twin }) => role === 'user' && twin === 'event') ? 'event' : 'item';
	const answered = lines.some(({ role, twin }) => role === 'assistant' && twin === 'item') ? 'item' : 'event';
	const records: SourceRecord[] = [];
	/** Where the session stood before each question that still counts. */
	const before: (string | null)[] = [];
	let standing: string | null = null;
	let last: SourceRecord | undefined;
	for (const { key, at, role, text, twin, tools, model, rollback, aborted, reason } of lines) {
		const isTwin = twin !== undefined && twin !== (role === 'user' ? asked : answered);
		const hidden = isTwin ? 'said twice' : reason;
		const record: SourceRecord = { key, parentKey: standing, at, role, text, ...(hidden !== undefined && { hidden }) };
		if (role === 'assistant' && !isTwin) Object.assign(record, { model, tools });
		if (role === 'user' && !isTwin) before.push(standing);
		if (aborted && last) last.finish = 'cancelled';
		if (rollback !== undefined) {
			const to = before.splice(Math.max(0, before.length - rollback));
			standing = to.length > 0 ? (to[0] as string | null) : standing;
			record.parentKey = standing;
		}
		records.push(record);
		if (role === 'assistant' && !isTwin) last = record;
		if (role === 'user' && !isTwin) last = undefined;
		standing = rollback === undefined ? key : standing;
	}
	return records;
}
