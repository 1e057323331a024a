import type { AnswerEngine } from '../answer/engine.ts';
import { type Clock, REAL_CLOCK } from '../clock.ts';
import { standOn } from '../commands/standing.ts';
import type { Config } from '../config/config.ts';
import { editorIn } from '../editor.ts';
import type { Sighting } from '../intake/scan.ts';
import { createKeymap } from '../keymap/match.ts';
import { remapsOf } from '../keymap/remap.ts';
import { type CommandId, ROWS } from '../keymap/table.ts';
import type { Library } from '../library/library.ts';
import { createSessionQuery } from '../query/query.ts';
import { shardSource } from '../query/shard.ts';
import type { Forest } from '../store/forest.ts';
import type { Findings } from '../store/verify/verify.ts';
import { App } from './app.tsx';
import type { ImportWatch, OnProgress } from './beside.ts';
import { Boundary } from './boundary.tsx';
import { copyText } from './clipboard.ts';
import { draftOf } from './composer/edit.ts';
import { rubbed, typeInto } from './composer/field.tsx';
import { Current } from './conversation/current.ts';
import type { Desk, Offer } from './desk.ts';
import { handlersFor, perform } from './dispatch.ts';
import { offerLeft } from './do/left.ts';
import { regrow, reveal } from './do/place.ts';
import { tellProblems } from './do/settings.ts';
import { compose } from './do/target.ts';
import { editText } from './editor.ts';
import { firstState } from './first.ts';
import { Holder } from './holder.ts';
import { Keeping } from './keeping.ts';
import { OpenSessions } from './open-sessions.ts';
import { panesOf } from './panes.ts';
import { createRouter } from './route.ts';
import { type Bytes, listen } from './screen/listen.ts';
import { marksOf } from './screen/marks.ts';
import { type Machine, Terminal } from './screen/modes.ts';
import { Keyboard, mount } from './screen/mount.ts';
import { type Output, Sink } from './screen/sink.ts';
import { ASK_BACKGROUND, coloursOf, darkByEnvironment, type Environment } from './screen/theme.ts';
import type { Target } from './state.ts';
import { Forester } from './tree/tree.ts';
import { guard } from './trouble.ts';
import { engineTitle, windowTitle } from './view.ts';
import { watchForest } from './watching.ts';

/** What the screen shows and works with. */
export interface Parts {
	readonly forest: Forest;
	/** Opened at the first need. */
	library(): Promise<Library>;
	readonly engine: AnswerEngine;
	/** What else can answer; asked for when a person wants to choose. */
	offers?(): Promise<readonly Offer[]>;
	/** Nothing of the turns above is sent. */
	readonly noHistory?: boolean | undefined;
	readonly config: Config;
	/** Verifies the shard without keeping the screen waiting. */
	verify(onProgress: OnProgress): Promise<Findings>;
	histories(): Promise<readonly Sighting[]>;
	/** Reads histories in, and says what came of them. */
	import(paths: readonly string[], watch: ImportWatch): Promise<string>;
	/** Where a document lies that a source names; the handbook's are the program's own. */
	fileOf(path: string): string;
	readonly sid: string;
	/** The name of a session that has no rows yet. */
	readonly label?: string | undefined;
	/** What was being written before, and where it is to be asked. */
	readonly writing?: Writing | undefined;
	/** Milliseconds since 1970. */
	now(): number;
}

/** A question that is being written. */
export type Writing = { readonly target: Target; readonly text: string };

/** The process and its terminal; a test brings its own. */
export type Place = Machine & { readonly stdin: Bytes; readonly stdout: Output; readonly env: Environment };

export interface Screen {
	readonly desk: Desk;
	/** Until the person quits, or the screen is to start again. */
	readonly ended: Promise<void>;
	/** What was being written, when the screen is to start again on what lies there now. */
	readonly again: () => { readonly sid: string; readonly writing: Writing | undefined } | undefined;
	/** Puts down what is not saved, answers as far as they came, and gives the terminal back. */
	close(): Promise<void>;
}

/** How long an answer that was stopped may take to end, milliseconds. */
const PATIENCE = 1000;

/** Takes the terminal and shows the forest in it. */
export function startScreen(parts: Parts, place: Place, clock: Clock = REAL_CLOCK): Screen {
	const { forest, config, sid, label, now } = parts;
	let { engine } = parts;
	const { remaps } = remapsOf(ROWS, config.keys);
	const sink = new Sink(place.stdout, clock);
	const terminal = new Terminal(sink, place, clock);
	const keyboard = new Keyboard();
	const colours = coloursOf(place.env);
	const marks = marksOf(place.env);
	const forester = new Forester(forest);
	const current = new Current(forest);
	const aside = forest.aside();
	let standing = standOn(forest, sid);
	const opened = new OpenSessions(forest, sid, now);
	const { columns, rows } = sink;
	const holder = new Holder(
		firstState(forester, aside, {
			columns,
			rows,
			dark: darkByEnvironment(place.env),
			sid,
			here: standing.at(),
			engine: engineTitle(engine),
			history: config.answer.history && !parts.noHistory,
			now: now(),
		}),
	);
	const { state, apply, subscribe } = holder;
	let quit: () => void = () => undefined;
	let isToStartAgain = false;
	const ended = new Promise<void>((resolve) => {
		quit = resolve;
	});
	const onField = (value: string) => {
		const { overlay } = state();
		if (overlay?.kind !== 'field') return;
		apply({ type: 'overlay', overlay: { ...overlay, draft: draftOf(value), problem: null } });
	};
	const desk: Desk = {
		state,
		apply,
		forest,
		sessionLabel: label,
		forester,
		library: parts.library,
		get engine() {
			return engine;
		},
		answerWith(other) {
			engine = other;
			apply({ type: 'engine', engine: engineTitle(other) });
		},
		offers: parts.offers ?? (async () => []),
		answering: config.answer,
		clock,
		aside,
		keymap: createKeymap<CommandId>(ROWS, remaps),
		marks,
		opened,
		query: createSessionQuery({ live: opened, persisted: shardSource(forest) }),
		standing: () => standing,
		use(other) {
			standing = standOn(forest, other);
			opened.use(other);
		},
		now,
		path: () => current.path(state(), { width: panesOf(state()).conversation - 2, marks }),
		running: new Map(),
		verify: parts.verify,
		fileOf: parts.fileOf,
		histories: parts.histories,
		import: parts.import,
		typeField(event) {
			const { overlay } = state();
			if (overlay?.kind !== 'field') return;
			if (event.kind === 'key' && event.text === undefined) {
				if (event.key === 'backspace' || event.key === 'ctrl-h') onField(rubbed(overlay.draft.text));
				else if (event.key === 'ctrl-u' || event.key === 'ctrl-w') onField('');
			} else {
				// The key that opened the field may have come in the same burst.
				flush();
				typeInto(keyboard, event, flush);
			}
		},
		copy: (text) => copyText(text, (sequence) => terminal.ask(sequence), place.env),
		hasEditor: editorIn(place.env) !== undefined,
		edit: (text) => terminal.lend(() => editText(text, place.env)),
		suspend: () => terminal.suspend(),
		redraw: () => sink.redraw(),
		quit: () => quit(),
		startAgain() {
			isToStartAgain = true;
			quit();
		},
	};
	const setCaret = (caret: Sink['caret']) => {
		sink.caret = caret;
	};
	const screen = () => (
		<Boundary subscribe={subscribe} screen={sink} quitKey={desk.keymap.keyOf('quit.now')}>
			<App {...{ desk, current, subscribe, colours, marks, setCaret, onField }} />
		</Boundary>
	);
	// ink-text-input sees a letter only when the one before it has been drawn.
	const flush = () => {
		holder.flush();
		app.rerender(screen());
	};
	open(desk);
	if (parts.writing) compose(desk, parts.writing.target, parts.writing.text);
	offerLeft(desk);
	tellProblems(desk, config);
	terminal.enter();
	const retitle = () => guard(desk, () => terminal.title(windowTitle(state(), forest)));
	retitle();
	subscribe(retitle);
	if (colours > 4) terminal.ask(ASK_BACKGROUND);
	const app = mount(screen(), sink, keyboard);
	sink.on('resize', () => apply({ type: 'resized', columns: sink.columns, rows: sink.rows }));
	const handlers = handlersFor(desk);
	const route = createRouter(desk, (id, nth) => perform(desk, handlers, id, nth));
	const keeping = new Keeping(desk, clock);
	const keep = () => keeping.end();
	place.on('exit', keep);
	const deaf = listen(
		place.stdin,
		(events) => {
			// One event that fails takes neither the screen nor the rest of its burst with it.
			holder.batch(() => {
				for (const event of events) guard(desk, () => route(event));
			});
			keeping.soon();
		},
		clock,
	);
	const unwatch = watchForest(desk, clock);
	return {
		desk,
		ended,
		again() {
			const { sid, target, draft, focus } = state();
			const writing = focus === 'composer' ? { target, text: draft.text } : undefined;
			return isToStartAgain ? { sid, writing } : undefined;
		},
		async close() {
			unwatch();
			deaf();
			for (const answer of desk.running.values()) answer.stop();
			await Promise.race([
				Promise.all([...desk.running.values()].map((answer) => answer.ended)),
				new Promise((resolve) => clock.after(PATIENCE, () => resolve(undefined))),
			]);
			keep();
			place.off('exit', keep);
			app.unmount();
			sink.close();
			terminal.leave();
		},
	};
}

/** Grows the tree with the cursor where it was left or where the session stands; lets one ask where nothing was asked. */
function open(desk: Desk): void {
	const { here, cursorKey } = desk.state();
	regrow(desk);
	if (here === null || desk.forest.outline.row(here)?.parent_bates === null)
		compose(desk, { kind: 'under', bates: here });
	else if (cursorKey === '' || desk.state().cursorKey !== cursorKey) reveal(desk, here);
}
