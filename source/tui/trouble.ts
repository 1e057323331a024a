import { basename } from 'node:path';
import { ArboristError } from '../errors.ts';
import { SessionQueryError } from '../query/errors.ts';
import type { Desk } from './desk.ts';
import { say } from './say.ts';
import { waysOut } from './ways.ts';

/** What went wrong, and what to do about it. */
export function troubleText(error: unknown): string {
	if (error instanceof SessionQueryError)
		return error.cause instanceof ArboristError ? troubleText(error.cause) : error.message;
	if (error instanceof ArboristError) return [error.message, error.hint].filter(Boolean).join(' ');
	const message = error instanceof Error ? error.message : String(error);
	return `A fault of Arborist itself, which goes on: ${message}`;
}

/** Why something cannot be done, within a sentence. */
export function reasonText(desk: Desk, error: unknown): string {
	const said = error instanceof Error ? error.message : String(error);
	return said.replaceAll(desk.forest.file, basename(desk.forest.file)).replace(/;.*$|\.$/s, '');
}

/** Tells in the line for notices what went wrong; the screen stays as it was, and nothing that was written is lost. `waits` says where that is. */
export function tellTrouble(desk: Desk, error: unknown, waits = ''): void {
	// The line is short, and everybody knows where it is.
	const said = troubleText(error).replaceAll(desk.forest.file, basename(desk.forest.file));
	const text = `${said}${waits}${waysOut(desk, error)}`;
	if (desk.state().notice?.text !== text) say(desk, text, 'bad');
}

/** Does something that may fail without taking the screen with it. */
export function guard(desk: Desk, act: () => void | Promise<void>): void {
	try {
		act()?.catch((error) => tellTrouble(desk, error));
	} catch (error) {
		tellTrouble(desk, error);
	}
}
