import { runSlash, SLASH } from '../../commands/slash.ts';
import type { CommandId } from '../../keymap/table.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { situationOf } from '../situation.ts';
import { addDocuments } from './adding.ts';
import { openFind } from './find.ts';
import { openPage } from './pages.ts';
import { goTo } from './turns.ts';

// Slash commands, typed in the palette or where questions are written.

/** Carries out a command of the table. */
export type Perform = (id: CommandId) => void;

const SLASHED = /^(\/[a-z]+)(?: +(.*?))? *$/i;

/** Runs a line that begins with a slash command of the table; false when it begins with none, and is a question. */
export function runSlashed(desk: Desk, line: string, perform: Perform): boolean {
	const [, typed = '', argument = ''] = SLASHED.exec(line) ?? [];
	const name = typed.toLowerCase();
	if (name === '/add') {
		if (argument === '') perform('documents.add');
		else addDocuments(desk, argument);
		return true;
	}
	const rows = desk.keymap.rows.filter(({ was }) => was === name);
	const isTyped = SLASH.some((each) => each.name === name);
	if (rows.length === 0 && !isTyped) return false;
	if (isTyped && (argument !== '' || rows.length === 0)) runAsTyped(desk, line, argument);
	else {
		const answers = rows.map(({ enabled }) => enabled(situationOf(desk)));
		const row = rows[answers.indexOf(true)];
		if (row) perform(row.id as CommandId);
		else say(desk, String(answers[0]));
	}
	return true;
}

/** With what it takes it acts as it does line by line. */
export function runAsTyped(desk: Desk, line: string, argument: string): void {
	if (/^\/find /i.test(line)) {
		openFind(desk, argument);
		return;
	}
	const goes = /^\/cd /i.test(line);
	if (goes) goTo(desk, argument);
	const said = runSlash(line, { forest: desk.forest, standing: desk.standing(), now: desk.now });
	if (!goes && typeof said === 'string') {
		if (said.includes('\n')) openPage(desk, line, said);
		else say(desk, said);
	}
	desk.apply({ type: 'stands', sid: desk.state().sid, here: desk.standing().at() });
}
