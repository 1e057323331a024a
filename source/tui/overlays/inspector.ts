import { endText } from '../../commands/answered.ts';
import { count, oneLine } from '../../commands/phrases.ts';
import type { inspect } from '../../commands/show.ts';
import { member, parsed, textOf } from '../../json.ts';
import type { PassageState } from '../../library/library.ts';
import { FORGOTTEN, isForgotten, questionLine } from '../forgotten.ts';
import type { Marks } from '../screen/marks.ts';
import type { Copies } from './overlay.ts';

/** What made an answer, and what rests on it. */
export interface Origins {
	/** Each passage it was given: how it stands in the library now. */
	readonly passages: readonly { readonly title: string; readonly source: string; readonly state: PassageState }[];
	/** The numbers of the turns that were in its prompt. */
	readonly prompt: readonly string[];
	/** How many later turns it was threaded into. */
	readonly uses: number;
	/** Turns it took the place of, and turns that took its place. */
	readonly replaces: readonly string[];
	readonly replacedBy: readonly string[];
	/** Other sessions: the one whose turn it hangs under, and those that hang under it, each with its question there. */
	readonly above: string | null;
	readonly under: readonly { readonly name: string; readonly question: string }[];
}

const NAME = 11;

/** The ids and hashes of a turn in full, by their names: what a program or a person elsewhere may ask for. */
export function hashesOf({ turn, event }: ReturnType<typeof inspect>): Copies {
	const content = event && textOf(member(parsed(event.body), 'content_sha256'));
	const all: readonly (readonly [string, string | undefined])[] = [
		['bates', turn.bates],
		['node', turn.node_hash],
		['subtree', turn.subtree_hash],
		['content', content],
		['record', event?.event_hash],
		['cache key', turn.cache_key],
	];
	return all.flatMap(([name, text]) => (text ? [[name, text] as const] : []));
}

/** Everything that is known of a turn, for a page: what each hash is for, and at the end all of them in full. */
export function inspectorText(
	data: ReturnType<typeof inspect>,
	origins: Origins | null,
	/** What the last verification found wrong with it. */
	fault: string | undefined,
	marks: Marks,
): string {
	const { turn, event, children, path } = data;
	const { meta } = turn;
	const parent = path.at(-2);
	const hashes = hashesOf(data);
	const short = (name: string) => `${hashes.find(([each]) => each === name)?.[1].slice(0, 12)}${marks.cut}`;
	const spent = meta.usage?.total_ms === undefined ? '' : `, ${(meta.usage.total_ms / 1000).toFixed(1)} s`;
	const ended = endText(turn.answer_text, meta.finish) || meta.finish;
	const rows: [string, string][] = [
		['bates', turn.bates],
		['asked', `${new Date(turn.created_at).toLocaleString('sv')}${spent}`],
		['parent', parent ? questionLine(parent.question, 60) : 'the root of the session'],
		['below', count(children.length, 'turn')],
		['label', turn.label ?? marks.none],
		[
			'answer',
			isForgotten(turn)
				? FORGOTTEN
				: [turn.audit_mode, meta.engine, meta.model, ended].filter(Boolean).join(` ${marks.dot} `),
		],
		['', ''],
		['node', `${short('node')}  question, place and policy; never changes`],
		['subtree', `${short('subtree')}  this turn and all below it`],
		['content', event ? `${short('content')}  question, answer and citations; held by the record` : marks.none],
		['record', event ? `${short('record')}  event ${event.seq} of the chain` : 'recorded with its import'],
	];
	if (fault !== undefined) rows.push(['verify', `${marks.bad} ${fault}`]);
	if (meta.carried?.length) rows.push(['carried', meta.carried.join(', ')]);
	if (meta.source) rows.push(['came from', `${meta.source.tool}, ${meta.source.id}`]);
	if (origins) rows.push(['', ''], ...originRows(origins, marks));
	const facts = rows.map(([name, value]) => `${name.padEnd(NAME)}${value}`.trimEnd()).join('\n');
	const verdicts = (meta.verdicts ?? []).map(
		({ verdict, sentence }) => `${verdict.padEnd(NAME)}${oneLine(sentence, 90)}`,
	);
	const full = hashes.slice(1).map(([name, text]) => `${name.padEnd(NAME)}${text}`);
	return [facts, verdicts.join('\n'), full.join('\n')].filter((block) => block !== '').join('\n\n');
}

const STATES: Readonly<Record<PassageState, [mark: 'good' | 'alert', words: string]>> = {
	unchanged: ['good', 'unchanged since'],
	changed: ['alert', 'the document has changed'],
	gone: ['alert', 'no longer in the library'],
};

function originRows(origins: Origins, marks: Marks): [string, string][] {
	const { passages, prompt, uses, replaces, replacedBy, above, under } = origins;
	const rows = passages.map(({ title, state }, i): [string, string] => {
		const [mark, words] = STATES[state];
		return [i === 0 ? 'made from' : '', `${marks[mark]} ${oneLine(title, 60)}  ${words}`];
	});
	if (prompt.length > 0) rows.push([rows.length === 0 ? 'made from' : '', `${prompt.join(', ')} in the prompt`]);
	if (uses > 0) rows.push(['used by', `${count(uses, 'later turn')}`]);
	if (replaces.length > 0) rows.push(['instead of', replaces.join(', ')]);
	if (replacedBy.length > 0) rows.push(['replaced by', ` ${replacedBy.join(', ')}`]);
	if (above !== null) rows.push(['hangs in', `${marks.elsewhere} ${oneLine(above, 60)}, another session`]);
	for (const [i, { name, question }] of under.entries())
		rows.push([i === 0 ? 'goes on in' : '', `${marks.elsewhere} ${oneLine(name, 40)}: ${questionLine(question, 40)}`]);
	return rows;
}
