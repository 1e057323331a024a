import { type Clock, REAL_CLOCK } from '../clock.ts';
import { editorIn } from '../editor.ts';
import { coloursOf } from '../terminal.ts';
import { display } from '../text.ts';
import { App } from './app.tsx';
import { Boundary } from './boundary.tsx';
import { copyText } from './clipboard.ts';
import type { Desk } from './desk.ts';
import { handlersFor, perform } from './dispatch.ts';
import { fieldWritten, typeField } from './do/field.ts';
import { offerLeft } from './do/left.ts';
import { tellProblems } from './do/settings.ts';
import { compose } from './do/target.ts';
import { editText } from './editor.ts';
import { Keeping } from './keeping.ts';
import { newDesk } from './new-desk.ts';
import { openScreen } from './opening.ts';
import type { Parts, ScreenMachine, Writing } from './parts.ts';
import { createRouter } from './route.ts';
import { listen } from './screen/listen.ts';
import { marksOf } from './screen/marks.ts';
import { Terminal } from './screen/modes.ts';
import { Keyboard, mount } from './screen/mount.ts';
import { Sink } from './screen/sink.ts';
import { ASK_BACKGROUND, darkByEnvironment } from './screen/theme.ts';
import { guard } from './trouble.ts';
import { windowTitle } from './view.ts';
import { watchForest } from './watching.ts';

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
export function startScreen(parts: Parts, machine: ScreenMachine, clock: Clock = REAL_CLOCK): Screen {
	const { env } = machine;
	const sink = new Sink(machine.stdout, clock);
	const terminal = new Terminal(sink, machine, clock);
	const keyboard = new Keyboard();
	const colours = coloursOf(env);
	const marks = marksOf(env);
	let quit: () => void = () => undefined;
	let isToStartAgain = false;
	const ended = new Promise<void>((resolve) => {
		quit = resolve;
	});
	const { columns, rows } = sink;
	const at = { columns, rows, dark: darkByEnvironment(env), marks, clock };
	const { desk, holder, current } = newDesk(parts, at, {
		typeField: (event) => typeField(desk, keyboard, event, flush),
		copy: (text) => copyText(text, (sequence) => terminal.ask(sequence), env),
		hasEditor: editorIn(env) !== undefined,
		edit: (text) => terminal.lend(() => editText(text, env)),
		suspend: () => terminal.suspend(),
		redraw: () => sink.redraw(),
		quit() {
			if (keeping.mayLeave()) quit();
		},
		startAgain() {
			isToStartAgain = true;
			quit();
		},
	});
	const { state, apply, subscribe } = holder;
	const onField = (value: string) => fieldWritten(desk, value);
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
	offerLeft(desk);
	openScreen(desk);
	if (parts.writing) compose(desk, parts.writing.target, parts.writing.text);
	tellProblems(desk, parts.config);
	terminal.enter();
	const retitle = () => guard(desk, () => terminal.title(windowTitle(state(), desk.forest)));
	retitle();
	subscribe(retitle);
	if (colours > 4) terminal.ask(ASK_BACKGROUND);
	const app = mount(screen(), sink, keyboard);
	sink.on('resize', () => apply({ type: 'resized', columns: sink.columns, rows: sink.rows }));
	const handlers = handlersFor(desk);
	const route = createRouter(desk, (id, nth) => perform(desk, handlers, id, nth));
	const keeping = new Keeping(desk, clock);
	const exit = () => leaveTerminal(keeping.end());
	/** What is not saved can be copied from the terminal. */
	const leaveTerminal = (notSaved: string) => {
		terminal.leave();
		if (notSaved !== '' && !machine.stdin.destroyed) machine.stderr.write(display(notSaved));
	};
	machine.on('exit', exit);
	const deaf = listen(
		machine.stdin,
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
			const notSaved = keeping.end();
			machine.off('exit', exit);
			app.unmount();
			sink.close();
			leaveTerminal(notSaved);
		},
	};
}
