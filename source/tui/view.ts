import type { AnswerEngine } from '../answer/engine.ts';
import { batesAt, sidOf } from '../store/bates.ts';
import type { Forest } from '../store/forest.ts';
import { displayLine } from '../text.ts';
import { type TitleLine, turnsText } from './chrome/title.ts';
import { type Current, shownFrom } from './conversation/current.ts';
import type { PaneState } from './conversation/pane.tsx';
import { placeOf } from './do/target.ts';
import { factsOf } from './facts.ts';
import { questionLine } from './forgotten.ts';
import type { Look } from './look.ts';
import { nameIn } from './names.ts';
import type { State, Target } from './state.ts';
import type { TreePane } from './tree/paint.ts';

const NEW_SESSION = 'a new session';

// What each pane is painted from, taken out of the state and the store. Pure but for reading the store.

export function treePane(state: State, look: Look, forest: Forest): TreePane {
	const { tree, top, cursor, focus, path, here, sid, drafts, coming, faults, now } = state;
	return {
		...look,
		tree,
		top,
		cursor,
		focused: focus === 'tree',
		path: new Set(path),
		here,
		sidInUse: sid,
		drafts: new Set(drafts.keys()),
		coming: new Set([...coming.keys()].map((place) => place.replace(/^beside:/, ''))),
		faulty: faults,
		crumb: path.length > 6 ? crumbOf(forest, path) : '',
		now,
	};
}

/** The nearest turns above the cursor, in words. */
function crumbOf(forest: Forest, path: readonly string[]): string {
	return path
		.slice(-4, -1)
		.map((bates) => questionLine(forest.outline.row(bates)?.question ?? '', 40))
		.join(' › ');
}

export function conversationPane(
	state: State,
	{ theme, marks }: Look,
	current: Current,
	forest: Forest,
	width: number,
): PaneState | undefined {
	const path = current.path(state, { width, marks });
	if (!path) return undefined;
	const { hits, focus } = state;
	return {
		path,
		place: shownFrom(state, path),
		theme,
		title: namedByItsPath(state, forest) ? '' : sessionTitle(forest, sidAtCursor(state)),
		...(hits && { highlightWords: hits.words }),
		focused: focus === 'conversation',
	};
}

/** Whether the path begins with the question that its session is called by. */
function namedByItsPath({ path: [root = '', first] }: State, forest: Forest): boolean {
	const sid = sidOf(root);
	return first !== undefined && first === batesAt(sid, 1) && forest.session(sid)?.label === null;
}

/** The session whose tree the cursor is in. */
function sidAtCursor({ path: [root], tree, cursor, sid }: State): string {
	if (root !== undefined) return sidOf(root);
	const row = tree.at(cursor)?.row;
	return row?.kind === 'session' ? row.session.sid : sid;
}

function sessionTitle(forest: Forest, sid: string): string {
	const session = forest.session(sid);
	return session ? nameIn(forest, session) : NEW_SESSION;
}

/** What answers, and where it is. */
export function engineTitle({ name, host }: Pick<AnswerEngine, 'name' | 'host'>): string {
	if (name === 'excerpt') return 'excerpt, offline';
	return host === undefined ? name : `${name} at ${host}`;
}

export function titleLine(state: State, look: Look, forest: Forest): TitleLine {
	const { session, name, root, events } = factsOf(forest, state);
	return {
		...look,
		name: name ?? NEW_SESSION,
		turns: session ? session.next_seq - 1 : 0,
		root,
		engine: `${displayLine(state.engine)}${state.history ? '' : ', no turns above'}`,
		events,
	};
}

/** The window's title: the session's name, and what goes on in it. */
export function windowTitle(state: State, forest: Forest): string {
	const { session, name } = factsOf(forest, state);
	const turns = session ? turnsText(session.next_seq - 1) : '';
	const doing = state.lost ? 'its file is gone' : state.coming.size > 0 ? 'answering' : turns;
	return [name ?? NEW_SESSION, doing, 'arborist'].filter(Boolean).join(' · ');
}

/** What a question written now is about. */
export function placeholder(state: State, forest: Forest, target: Target): string {
	if (state.coming.has(placeOf(target, state.sid))) return 'the answer is coming';
	const turn = target.bates === null ? undefined : forest.outline.row(target.bates);
	if (!turn || turn.parent_bates === null) return 'ask';
	const question = questionLine(turn.question, 60);
	if (target.kind === 'beside') return `edit “${question}”`;
	return turn.sid === state.sid
		? `ask under “${question}”`
		: `ask under “${question}” of ${sessionTitle(forest, turn.sid)}`;
}
