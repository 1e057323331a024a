import { oneLine, shortSid } from '../../commands/phrases.ts';
import { ArboristError } from '../../errors.ts';
import { shownKeys } from '../../keymap/names.ts';
import type { CommandId } from '../../keymap/table.ts';
import { sidOf } from '../../store/bates.ts';
import type { Turn } from '../../store/types.ts';
import type { Desk } from '../desk.ts';
import { type ListItem, type ListPurpose, listOf, narrowed } from '../overlays/overlay.ts';
import { say } from '../say.ts';
import { situationOf } from '../situation.ts';
import { guard } from '../trouble.ts';
import { jumpTo } from './place.ts';
import { SESSIONS } from './sessions.ts';
import { type Perform, runAsTyped, runSlashed } from './slash.ts';
import { resumeSession } from './standing.ts';
import { goTo } from './turns.ts';

// Lists over the panes: what is chosen from, and what choosing does.

function openList(desk: Desk, purpose: ListPurpose, title: string, items: readonly ListItem[], typing = false): void {
	desk.apply({ type: 'overlay', overlay: listOf(purpose, title, items, { typing }) });
}

const turnItem = ({ bates, question, sid }: Turn, right: string): ListItem => ({
	id: bates,
	text: question === '' ? '(the root)' : oneLine(question, 100),
	right: right === '' ? shortSid(sid) : right,
});

function listLabels(desk: Desk): void {
	const items = desk.forest
		.labelled()
		.map((turn) => ({ ...turnItem(turn, ''), text: `${turn.label}  ${oneLine(turn.question, 80)}` }));
	openList(desk, 'labels', 'labels', items);
}

function listBranches(desk: Desk): void {
	const items = desk.forest.branchPoints(desk.state().sid).map((turn) => {
		return turnItem(turn, `${desk.forest.outline.row(turn.bates)?.children ?? 0} branches`);
	});
	openList(desk, 'branches', 'branch points of this session', items);
}

/** Every command by its name; a reference typed in full goes to its turn; slash commands work as in the line-based session. */
function openPalette(desk: Desk): void {
	openList(desk, 'palette', 'go to a turn, or do', paletteItems(desk, ''), true);
}

/** Before the bates of a turn, in the id of its row. */
const TURN = 'turn:';
const LABELS_SHOWN = 5;

/** The turn that is named stands first, then labels that hold what is typed: they are names a person gave. */
export function paletteItems(desk: Desk, query: string): readonly ListItem[] {
	const wanted = query.trim().toLowerCase();
	const labelled =
		wanted === '' ? [] : desk.forest.labelled().filter(({ label }) => label?.toLowerCase().includes(wanted));
	const labels = labelled.slice(0, LABELS_SHOWN).map(({ bates, label, question }) => {
		return { id: TURN + bates, text: `${label}  ${oneLine(question, 60)}`, right: 'label' };
	});
	const named = namedTurn(desk, wanted);
	const turn = named
		? [{ id: TURN + named.bates, text: `#${named.seq}  ${oneLine(named.question, 60)}`, right: 'turn' }]
		: [];
	const situation = situationOf(desk, { ...desk.state(), overlay: null });
	const commands = desk.keymap.palette(query).map(({ id, title, keys, was, enabled }) => {
		const answer = enabled(situation);
		const right = [was ?? '', shownKeys(keys.slice(0, 2))].filter(Boolean).join('  ');
		return answer === true ? { id, text: title, right } : { id, text: `${title}: ${answer}`, right, problem: answer };
	});
	return [...turn, ...labels, ...commands];
}

/** A number of this session, or a bates id or the end of one. */
const REFERENCE = /^#?\d{1,6}$|\d{6}$/;

function namedTurn({ forest, state }: Desk, typed: string): Turn | undefined {
	if (!REFERENCE.test(typed)) return undefined;
	try {
		const { turn } = forest.resolve(typed, state().sid);
		return turn.audit_mode === 'ROOT' ? undefined : turn;
	} catch (error) {
		if (error instanceof ArboristError && error.code === 'UNKNOWN_REFERENCE') return undefined;
		throw error;
	}
}

/** What enter does in a list. `perform` carries out a command of the palette. */
function choose(desk: Desk, perform: Perform): void {
	const { overlay } = desk.state();
	if (overlay?.kind !== 'list') return;
	const item = narrowed(overlay)[overlay.cursor];
	const typed = overlay.filter.text.trim();
	if (overlay.purpose === 'palette') {
		desk.apply({ type: 'overlay', overlay: null });
		runPalette(desk, typed, item, perform);
		return;
	}
	if (!item) return;
	if (item.problem !== undefined) {
		say(desk, item.problem, 'bad');
		return;
	}
	desk.apply({ type: 'overlay', overlay: null });
	const act = overlay.acts?.[Number(item.id)];
	if (act) guard(desk, act);
	else if (overlay.purpose === 'sessions') resumeSession(desk, item.id);
	else if (desk.forest.turn(item.id)?.audit_mode === 'ROOT') resumeSession(desk, sidOf(item.id));
	else jumpTo(desk, item.id);
}

function runPalette(desk: Desk, typed: string, item: ListItem | undefined, perform: Perform): void {
	// With something after it a slash command is meant, whichever row the cursor is on.
	if (/^\/[a-z]+ \S/i.test(typed) || (/^\/[a-z]+$/i.test(typed) && !item)) {
		if (!runSlashed(desk, typed, perform)) runAsTyped(desk, typed, '');
		return;
	}
	if (item?.id.startsWith(TURN)) {
		jumpTo(desk, item.id.slice(TURN.length));
		return;
	}
	if (typed !== '' && (REFERENCE.test(typed) || !item)) goTo(desk, typed);
	else if (item?.problem !== undefined) say(desk, item.problem);
	else if (item) perform(item.id as CommandId);
}

export function listing(perform: Perform) {
	return {
		...SESSIONS,
		'label.list': listLabels,
		'branch.list': listBranches,
		'goto.open': openPalette,
		'list.choose': (desk: Desk) => choose(desk, perform),
		'list.filter'(desk: Desk) {
			const { overlay } = desk.state();
			if (overlay?.kind === 'list') desk.apply({ type: 'overlay', overlay: { ...overlay, typing: true } });
		},
	};
}
