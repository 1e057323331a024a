import type { CommandId } from '../keymap/table.ts';
import type { Desk } from './desk.ts';
import { CROSSING } from './do/across.ts';
import { ADDITIONS } from './do/adding.ts';
import { COPYING } from './do/copying.ts';
import { ERASING } from './do/erasing.ts';
import { FINDING, openHit } from './do/find.ts';
import { FOLDING } from './do/fold.ts';
import { IMPORTING } from './do/importing.ts';
import { inspectHere } from './do/inspect.ts';
import { JUMPING } from './do/jumps.ts';
import { listing } from './do/lists.ts';
import { MOVING } from './do/move.ts';
import { READING } from './do/pages.ts';
import { SCREENING } from './do/screen.ts';
import { followCursor } from './do/target.ts';
import { BRANCHING } from './do/turns.ts';
import { writing } from './do/write.ts';
import { guard } from './trouble.ts';

type Handler = (desk: Desk, nth: number) => void | Promise<void>;

/** What carries out a command; the type holds it to every command of the table. */
export function handlersFor(desk: Desk): Readonly<Record<CommandId, Handler>> {
	const byId = (id: CommandId) => perform(desk, handlers, id, 0);
	const handlers: Record<CommandId, Handler> = {
		...MOVING,
		...FOLDING,
		...BRANCHING,
		...JUMPING,
		...FINDING,
		...ERASING,
		...CROSSING,
		...IMPORTING,
		...ADDITIONS,
		...COPYING,
		...READING,
		'turn.inspect': inspectHere,
		...writing(byId),
		...SCREENING,
		...listing(byId),
		'composer.parent': BRANCHING['turn.parent'],
		'hit.pick': (each, nth) => openHit(each, nth),
	};
	return handlers;
}

/** Carries out a command. What goes wrong is said in the line for notices, and nothing is lost. */
export function perform(desk: Desk, handlers: Readonly<Record<CommandId, Handler>>, id: CommandId, nth: number): void {
	const { cursorKey } = desk.state();
	guard(desk, () => handlers[id](desk, nth));
	if (desk.state().cursorKey !== cursorKey) followCursor(desk);
}
