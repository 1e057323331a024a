import type { Clock } from '../clock.ts';
import { standOn } from '../commands/standing.ts';
import { createKeymap } from '../keymap/match.ts';
import { remapsOf } from '../keymap/remap.ts';
import { type CommandId, ROWS } from '../keymap/table.ts';
import { createSessionQuery } from '../query/query.ts';
import { shardSource } from '../query/shard.ts';
import { atOnce } from '../store/when-free.ts';
import { Current } from './conversation/current.ts';
import type { Desk } from './desk.ts';
import { firstState } from './first.ts';
import { Holder } from './holder.ts';
import { OpenSessions } from './open-sessions.ts';
import { panesOf } from './panes.ts';
import type { Parts } from './parts.ts';
import type { Marks } from './screen/marks.ts';
import type { State } from './state.ts';
import { Forester } from './tree/tree.ts';
import { Unsaved } from './unsaved.ts';
import { engineTitle } from './view.ts';

/** What the terminal does for commands. */
export type TerminalActs = Pick<
	Desk,
	'typeField' | 'copy' | 'hasEditor' | 'edit' | 'suspend' | 'redraw' | 'quit' | 'startAgain'
>;

interface At extends Pick<State, 'columns' | 'rows' | 'dark'> {
	readonly marks: Marks;
	readonly clock: Clock;
}

/** A desk on a session, with what holds its state and the conversation it shows. */
export function newDesk(
	parts: Parts,
	{ columns, rows, dark, marks, clock }: At,
	acts: TerminalActs,
): { desk: Desk; holder: Holder; current: Current } {
	const { forest, config, sid, now } = parts;
	let { engine } = parts;
	let standing = standOn(forest, sid);
	const forester = new Forester(forest);
	const current = new Current(forest);
	const aside = forest.aside();
	const opened = new OpenSessions(forest, sid, now);
	const holder = new Holder(
		firstState(forester, aside, {
			columns,
			rows,
			dark,
			sid,
			here: standing.at(),
			engine: engineTitle(engine),
			history: config.answer.history && !parts.noHistory,
			now: now(),
		}),
	);
	const { state, apply } = holder;
	const desk: Desk = {
		...acts,
		state,
		apply,
		forest,
		sessionLabel: parts.label,
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
		unsaved: new Unsaved(clock, (act) => atOnce(forest, act)),
		keymap: createKeymap<CommandId>(ROWS, remapsOf(ROWS, config.keys).remaps),
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
		add: parts.add,
	};
	return { desk, holder, current };
}
