import { ArboristError, type ErrorCode } from '../errors.ts';
import { shownKeys } from '../keymap/names.ts';
import type { Place } from '../keymap/scopes.ts';
import type { CommandId } from '../keymap/table.ts';
import type { Desk } from './desk.ts';
import { placeNow, situationOf } from './situation.ts';

type Way = readonly [id: CommandId, does: string];

const ANOTHER: Way = ['engine.list', 'chooses what answers'];
const FURTHER: readonly Way[] = [
	['turn.continue', 'goes on from there'],
	['turn.again', 'asks again'],
];

/** What a person can do on the screen after an error. */
const WAYS: Partial<Record<ErrorCode, readonly Way[]>> = {
	CONTEXT_OVERFLOW: [['composer.send-alone', 'sends it without the turns above']],
	TIMEOUT_IDLE: FURTHER,
	STREAM_BROKEN: FURTHER,
	NO_SERVER: [ANOTHER],
	RATE_LIMIT: [ANOTHER],
	CONTENT_FILTER: [ANOTHER],
};

/** A sentence that names the keys as they are now, of those commands that can be given; begins with a space. */
export function waysOut(desk: Desk, error: unknown): string {
	const ways = error instanceof ArboristError ? (WAYS[error.code] ?? []) : [];
	const said = ways.flatMap(([id, does]) => {
		const key = keyNow(desk, id);
		return key === undefined ? [] : [`${key} ${does}`];
	});
	return said.length === 0 ? '' : ` ${said.join(', ')}.`;
}

/** A key that gives the command where the focus is, or in the tree. */
function keyNow(desk: Desk, id: CommandId): string | undefined {
	const situation = situationOf(desk);
	const keyIn = (place: Place) =>
		desk.keymap.keysOf(id).find((key) => {
			const command = desk.keymap.commandFor(place, key, situation);
			return command?.id === id && !('disabled' in command);
		});
	const here = keyIn(placeNow(desk.state()));
	if (here !== undefined) return shownKeys([here]);
	const inTree = keyIn('tree');
	return inTree && `${shownKeys([inTree])} in the tree`;
}
