import { join } from 'node:path';
import type { Context, ScreenStart } from '../commands/command.ts';
import { standOn } from '../commands/standing.ts';
import { readConfig } from '../config/config.ts';
import { ArboristError } from '../errors.ts';
import { createKeymap } from '../keymap/match.ts';
import { remapsOf } from '../keymap/remap.ts';
import { type CommandId, ROWS } from '../keymap/table.ts';
import { App } from './app.tsx';
import { verifyBeside } from './beside.ts';
import { copyText } from './clipboard.ts';
import { draftOf } from './composer/edit.ts';
import { rubbed, typeInto } from './composer/field.tsx';
import { Current } from './conversation/current.ts';
import type { Desk } from './desk.ts';
import { handlersFor, perform } from './dispatch.ts';
import { regrow, reveal } from './do/place.ts';
import { stands } from './do/standing.ts';
import { compose } from './do/target.ts';
import { keepDraftHere } from './do/write.ts';
import { editText } from './editor.ts';
import { keepScreen, recallScreen } from './kept.ts';
import { panesOf } from './panes.ts';
import { createRouter } from './route.ts';
import { listen } from './screen/listen.ts';
import { marksOf } from './screen/marks.ts';
import { Terminal } from './screen/modes.ts';
import { Keyboard, mount } from './screen/mount.ts';
import { Sink } from './screen/sink.ts';
import { coloursOf, darkByEnvironment, themeOf } from './screen/theme.ts';
import { type Action, reduce, type State } from './state.ts';
import { Forester } from './tree/tree.ts';

/** How often other programs' changes are looked for: asking costs microseconds. */
const LOOK = 250;
/** How long a draft may be in memory only. */
const DRAFT_PAUSE = 250;

/** Opens the screen on a session, and returns when the person quits. */
export async function runScreen(context: Context, { sid, label, llm }: ScreenStart): Promise<void> {
	const forest = context.forest();
	const library = await context.library();
	const engine = context.engine(llm);
	const aside = forest.aside();
	const forester = new Forester(forest);
	const current = new Current(forest);
	const config = readConfig(join(context.paths.home, 'config.toml'));
	const { remaps, problems } = remapsOf(ROWS, config.keys);
	const sink = new Sink(process.stdout);
	const terminal = new Terminal(sink);
	const keyboard = new Keyboard();
	const look = { theme: themeOf(coloursOf(process.env), darkByEnvironment(process.env)), marks: marksOf(process.env) };
	let standing = standOn(forest, sid);
	let state = firstState(forester, aside, {
		columns: sink.columns,
		rows: sink.rows,
		sid,
		here: standing.at(),
		now: context.now(),
	});
	const listeners = new Set<() => void>();
	let inBatch = false;
	let changed = false;
	const tell = () => {
		if (inBatch || !changed) return;
		changed = false;
		for (const listener of listeners) listener();
	};
	let ended: () => void = () => undefined;
	const end = new Promise<void>((resolve) => {
		ended = resolve;
	});
	const desk: Desk = {
		state: () => state,
		apply(...actions: readonly Action[]) {
			const next = actions.reduce(reduce, state);
			if (next === state) return;
			state = next;
			changed = true;
			tell();
		},
		forest,
		sessionLabel: label,
		forester,
		library,
		engine,
		aside,
		keymap: createKeymap<CommandId>(ROWS, remaps),
		standing: () => standing,
		use(other) {
			standing = standOn(forest, other);
		},
		now: context.now,
		path: () => current.path(state, { width: panesOf(state).conversation - 2, marks: look.marks }),
		running: new Map(),
		verify: () => verifyBeside(forest.file),
		typeField(event) {
			const { overlay } = state;
			if (overlay?.kind !== 'field') return;
			if (event.kind === 'key' && event.text === undefined) {
				if (event.key === 'backspace' || event.key === 'ctrl-h') onField(rubbed(overlay.draft.text));
				else if (event.key === 'ctrl-u' || event.key === 'ctrl-w') onField('');
			} else typeInto(keyboard, event, flush);
		},
		copy: (text) => copyText(text, (sequence) => terminal.ask(sequence)),
		edit: (text) => terminal.lend(() => editText(text)),
		suspend: () => terminal.suspend(),
		redraw: () => sink.redraw(),
		quit: () => ended(),
	};
	const onField = (value: string) => {
		const { overlay } = state;
		if (overlay?.kind === 'field')
			desk.apply({ type: 'overlay', overlay: { ...overlay, draft: draftOf(value), problem: null } });
	};
	const subscribe = (listener: () => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	const setCaret = (caret: Sink['caret']) => {
		sink.caret = caret;
	};
	const screen = () => <App {...{ desk, current, subscribe, look, setCaret, onField }} />;
	// ink-text-input sees a letter only when the one before it has been drawn.
	const flush = () => {
		inBatch = false;
		tell();
		app.rerender(screen());
		inBatch = true;
	};
	const handlers = handlersFor(desk);
	const route = createRouter(desk, (id, nth) => perform(desk, handlers, id, nth));

	regrow(desk);
	if (state.here === null || forest.outline.row(state.here)?.parent_bates === null)
		compose(desk, { kind: 'under', bates: state.here });
	else reveal(desk, state.here);
	const [problem] = [...config.problems, ...problems];
	if (problem)
		desk.apply({
			type: 'notice',
			notice: { text: `config.toml, line ${problem.line}: ${problem.message}`, tone: 'bad' },
		});

	terminal.enter();
	terminal.title('arborist');
	const app = mount(screen(), sink, keyboard);
	sink.on('resize', () => desk.apply({ type: 'resized', columns: sink.columns, rows: sink.rows }));
	const deaf = listen(process.stdin, (events) => {
		inBatch = true;
		for (const event of events) route(event);
		inBatch = false;
		tell();
		keepDraftSoon();
	});
	const unsubscribe = forest.subscribe((change) => {
		if (change.kind === 'node_labeled' && change.bates) forester.forget(change.bates);
		outdated = true;
		queueMicrotask(refresh);
	});
	let outdated = false;
	const refresh = () => {
		if (!outdated) return;
		outdated = false;
		if (state.here !== standing.at()) stands(desk);
		regrow(desk);
		desk.apply({ type: 'changed', now: context.now() });
	};
	const looking = setInterval(() => {
		try {
			forest.catchUp();
		} catch (error) {
			if (!(error instanceof ArboristError)) throw error;
			desk.apply({ type: 'notice', notice: { text: error.message, tone: 'bad' } });
		}
	}, LOOK);
	let draftTimer: NodeJS.Timeout | undefined;
	const keepDraftSoon = () => {
		if (state.focus !== 'composer') return;
		draftTimer ??= setTimeout(() => {
			draftTimer = undefined;
			keepDraftHere(desk);
		}, DRAFT_PAUSE);
	};

	await end;
	clearInterval(looking);
	clearTimeout(draftTimer);
	deaf();
	unsubscribe();
	for (const controller of desk.running.values()) controller.abort();
	if (state.focus === 'composer') keepDraftHere(desk);
	keepScreen(aside, state);
	app.unmount();
	sink.close();
	terminal.leave();
}

function firstState(
	forester: Forester,
	aside: Desk['aside'],
	{ columns, rows, sid, here, now }: Pick<State, 'columns' | 'rows' | 'sid' | 'here' | 'now'>,
): State {
	const kept = recallScreen(aside);
	const view = {
		open: new Set([...kept.open, sid]),
		folded: new Set(kept.folded),
		openRuns: new Set(kept.openRuns),
		pinned: new Set(here === null ? [] : [here]),
		readOn: new Set<string>(),
		only: kept.only === null ? null : sid,
	};
	return {
		columns,
		rows,
		focus: 'tree',
		treeHidden: kept.treeHidden,
		treeWider: kept.treeWider,
		view,
		tree: forester.tree(view),
		cursor: 0,
		cursorKey: kept.cursor,
		top: 0,
		path: [],
		sid,
		here,
		target: { kind: 'under', bates: here },
		draft: draftOf(''),
		drafts: aside.drafts(),
		coming: new Map(),
		scroll: null,
		overlay: null,
		notice: null,
		before: null,
		hits: null,
		lastVisited: new Map(),
		moves: 0,
		epoch: 0,
		now,
	};
}
