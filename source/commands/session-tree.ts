import { ArboristError } from '../errors.ts';
import { groupBy } from '../group.ts';
import { sidOf } from '../store/bates.ts';
import type { Forest } from '../store/forest.ts';
import { sessionTree, type TreeRow } from '../store/tree.ts';
import type { Session, Turn } from '../store/types.ts';
import type { Command } from './command.ts';
import { count, oneLine, shortSid } from './phrases.ts';
import { sessionInUse } from './session-in-use.ts';

interface Data {
	session: Session;
	rows: TreeRow[];
	/** The question of each turn of another session that a part of the tree hangs under. */
	above: ReadonlyMap<string, string>;
}

export function treeOf(forest: Forest, session: Session): Data {
	const rows = sessionTree(forest, session.sid, session.root_bates);
	const above = new Map(rows.flatMap(({ under }) => (under ? [[under, forest.turn(under)?.question ?? '']] : [])));
	return { session, rows, above };
}

// Deeper forks than this are drawn at this depth, so that some of the question always shows.
const DEEPEST = 20;

/** One line a turn. Only a fork indents, by two columns: a long conversation stays at the left. */
export function treeText({ session, rows, above }: Data): string {
	const { sid, label, current_bates } = session;
	const lines = [`${label ?? shortSid(sid)} · ${turnsText(rows, sid)}`];
	const siblings = groupBy(
		rows.map(({ turn }) => turn),
		({ parent_bates }) => parent_bates ?? '',
	);
	// What stands before the rows below each turn.
	const guides = new Map<string, string>();
	for (const { turn, under } of rows) {
		if (under !== undefined)
			lines.push(`↗ under “${oneLine(above.get(under) ?? '', 40)}” of ${shortSid(sidOf(under))}`);
		const parent = turn.parent_bates ?? '';
		const beside = siblings.get(parent) ?? [];
		const isFork = under === undefined && beside.length > 1;
		const isLast = beside.at(-1) === turn;
		const guide = under === undefined ? (guides.get(parent) ?? '') : '  ';
		const ownGuide = isFork && guide.length < DEEPEST * 2 ? `${guide}${isLast ? '  ' : '│ '}` : guide;
		guides.set(turn.bates, ownGuide);
		const branch = isFork ? `${ownGuide.slice(0, -2)}${isLast ? '╰ ' : '├ '}` : ownGuide;
		const text = oneLine(turn.question, Math.max(30, 72 - branch.length));
		lines.push([`${String(turn.seq).padStart(5)}  ${branch}${text}`, ...marks(turn, sid, current_bates)].join('  '));
	}
	return lines.join('\n');
}

/** As the session itself counts them, and the turns of others that hang here. */
function turnsText(rows: readonly TreeRow[], sid: string): string {
	const others = rows.filter(({ turn }) => turn.sid !== sid).length;
	return count(rows.length - others, 'turn') + (others > 0 ? `, and ${others} from elsewhere` : '');
}

function marks({ bates, label, sid: own }: Turn, sid: string, current: string): string[] {
	return [
		...(bates === current ? ['◂'] : []),
		...(label === null ? [] : [`⚑ ${label}`]),
		...(own === sid ? [] : [`[from ${shortSid(own)}]`]),
	];
}

export const sessionTreeCommand: Command<Data> = {
	verb: 'session',
	option: 'tree',
	usage: ['session --tree [--sid ID] [--json]'],
	summary: 'print a session’s tree, the last session’s unless told otherwise',
	flags: ['tree', 'sid', 'json'],
	words: 'none',
	run({ flags }, context) {
		const forest = context.existingForest();
		const session = sessionInUse(forest, flags.sid);
		if (!session)
			throw new ArboristError(
				'UNKNOWN_SESSION',
				'There is no session yet.',
				'Ask a first question with `arborist ask`.',
			);
		return treeOf(forest, session);
	},
	text: treeText,
	json: ({ session, rows }) =>
		rows.map(({ turn, depth, children, under }) => ({
			bates: turn.bates,
			sid: turn.sid,
			seq: turn.seq,
			parent_bates: turn.parent_bates,
			depth,
			question: turn.question,
			label: turn.label,
			audit_mode: turn.audit_mode,
			created_at: turn.created_at,
			node_hash: turn.node_hash,
			subtree_hash: turn.subtree_hash,
			children,
			...(turn.sid !== session.sid && { from: turn.sid }),
			...(under !== undefined && { under }),
		})),
};
