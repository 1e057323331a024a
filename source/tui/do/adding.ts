import { addedLine } from '../../commands/library.ts';
import { ArboristError } from '../../errors.ts';
import { displayLine } from '../../text.ts';
import { ADDING, type Desk } from '../desk.ts';
import { fieldOf } from '../overlays/overlay.ts';
import { Pace } from '../pace.ts';
import { say } from '../say.ts';
import { tellTrouble } from '../trouble.ts';

// Documents are read into the library beside the screen; the line for notices says how far that is.

/** How often the line changes, milliseconds. */
const FRAME = 200;

const ABOUT = 'Like ~/notes: a folder is read with everything below it. The same once more brings it up to date.';

function openAdd(desk: Desk): void {
	const overlay = fieldOf('add documents: a file or a folder', (path) => addDocuments(desk, path), { about: ABOUT });
	desk.apply({ type: 'overlay', overlay });
}

/** Begins to add what lies at a path. Throws USAGE when there is none, or when others are being added. */
export function addDocuments(desk: Desk, typed: string): void {
	const path = typed.trim();
	if (path === '') throw new ArboristError('USAGE', 'Type the path of a file or a folder.', 'Like ~/notes.');
	if (desk.running.has(ADDING)) throw new ArboristError('USAGE', 'Documents are being added.', 'Wait for them.');
	const stopping = new AbortController();
	const ended = follow(desk, path, stopping.signal).catch((error) => tellTrouble(desk, error));
	desk.running.set(ADDING, { stop: () => stopping.abort(), ended: ended.finally(() => desk.running.delete(ADDING)) });
}

async function follow(desk: Desk, path: string, signal: AbortSignal): Promise<void> {
	const key = desk.keymap.keyOf('cancel');
	const ending = key === undefined ? '' : ` · ${key} stops`;
	let line = `adding ${displayLine(path)} …`;
	const lines = new Pace(desk.clock, FRAME, () => say(desk, line + ending));
	lines.ask();
	const onProgress = (told: string) => {
		line = told;
		lines.ask();
	};
	try {
		const report = await desk.add(path, { onProgress, signal });
		const { skipped, interrupted } = report;
		const [first] = skipped;
		const why = first ? `, ${displayLine(first.path.slice(-60))}: ${first.reason}` : '';
		const stopped = interrupted ? ' · stopped; what is added stays' : '';
		say(desk, `${addedLine(report)}${why}${stopped}`, interrupted || skipped.length > 0 ? 'plain' : 'good');
	} finally {
		lines.end();
	}
}

export const ADDITIONS = { 'documents.add': openAdd };
