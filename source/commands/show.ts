import type { Forest } from '../store/forest.ts';
import type { AuditEvent, Turn } from '../store/types.ts';
import { displayLine } from '../text.ts';
import { usageText } from './answered.ts';
import type { Command } from './command.ts';
import { count, oneLine } from './phrases.ts';
import { sessionInUse } from './session-in-use.ts';

interface Data {
	turn: Turn;
	/** The event that recorded it; an imported turn has none of its own. */
	event: AuditEvent | undefined;
	children: { bates: string; question: string }[];
	path: { bates: string; question: string }[];
	/** How many other turns carry the same label, when a label named it. */
	others: number;
}

export function inspect(forest: Forest, reference: string, sid: string | null): Data {
	const { turn, others } = forest.resolve(reference, sid);
	const short = ({ bates, question }: Turn) => ({ bates, question });
	return {
		turn,
		event: forest.eventOf(turn.bates),
		children: forest.children(turn.bates).map(short),
		path: forest.path(turn.bates).map(short),
		others,
	};
}

export function inspectText({ turn, event, children, path, others }: Data): string {
	const { meta } = turn;
	const parent = path.at(-2);
	const above = parent ? oneLine(parent.question, 40) : 'a root';
	const rows: [string, string][] = [
		['bates', turn.bates],
		['asked', turn.created_at],
		['parent', turn.parent_bates === null ? 'none: this is a root' : `${turn.parent_bates}  ${above}`],
		['below', count(children.length, 'turn')],
		['label', turn.label ?? '–'],
		['mode', turn.audit_mode],
		['engine', [meta.engine, meta.model].filter(Boolean).join(', ') || '–'],
		['node', `${turn.node_hash}\n${' '.repeat(11)}question, place and policy; never changes`],
		['subtree', `${turn.subtree_hash}\n${' '.repeat(11)}this turn and all below it`],
		['event', event ? `${event.seq} ${event.event_hash}` : 'none of its own'],
		['cache key', turn.cache_key || '–'],
	];
	if (meta.source) rows.push(['source', `${displayLine(meta.source.tool)}  ${displayLine(meta.source.id)}`]);
	if (meta.source?.inferred)
		rows.push(['inferred', `${displayLine(meta.source.inferred)}: the source does not say it`]);
	if (meta.source?.tools) rows.push(['tools', displayLine(meta.source.tools)]);
	if (meta.usage) rows.push(['took', usageText(meta.usage)]);
	if (meta.history?.length) rows.push(['sent along', meta.history.join(', ')]);
	if (meta.carried?.length) rows.push(['carried', meta.carried.join(', ')]);
	if (others > 0) rows.push(['note', `${count(others, 'other turn')} with this label`]);
	const facts = rows.map(([name, value]) => `${name.padEnd(10)} ${value}`).join('\n');
	const evidence = (meta.evidence ?? []).map(
		({ pointer, title, source }) => `${pointer.padEnd(10)} ${oneLine(title)}  ${displayLine(source)}`,
	);
	const verdicts = (meta.verdicts ?? []).map(
		({ verdict, sentence }) => `${verdict.padEnd(10)} ${oneLine(sentence, 90)}`,
	);
	return [facts, evidence.join('\n'), verdicts.join('\n'), turn.question, turn.answer_text]
		.filter((block) => block !== '')
		.join('\n\n');
}

export const show: Command<Data> = {
	verb: 'show',
	usage: ['show REF [--sid ID] [--json]'],
	summary: 'everything stored about a turn: a bates id, a number of the last session, or a label',
	flags: ['sid', 'json'],
	words: 'one',
	verbatim: true,
	run({ words, flags }, context) {
		const forest = context.existingForest();
		return inspect(forest, words.join(' '), sessionInUse(forest, flags.sid)?.sid ?? null);
	},
	text: inspectText,
	json({ turn, event, children, path }) {
		const { cited_titles, meta, ...columns } = turn;
		return { ...columns, cited_titles, meta, event: event ?? null, children, path };
	},
};
