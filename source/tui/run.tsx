import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { REAL_CLOCK } from '../clock.ts';
import type { Context, ScreenStart } from '../commands/command.ts';
import { endBy } from '../ending.ts';
import type { Sighting } from '../intake/scan.ts';
import { handbookFile } from '../library/handbook.ts';
import { type Forest, openForest } from '../store/forest.ts';
import { type AddWatch, addBeside, type ImportWatch, importBeside, type OnProgress, verifyBeside } from './beside.ts';
import type { Offer } from './desk.ts';
import { sessionLeft } from './kept.ts';
import type { Writing } from './parts.ts';
import { startScreen } from './start.tsx';

/** Milliseconds that a write may keep the screen waiting for another program's. */
const LONGEST_WAIT = 200;

/** Opens the screen on a session, or where it was left, and returns when the person quits. */
export async function runScreen(context: Context, start: ScreenStart): Promise<void> {
	const { label, choice = {}, noHistory } = start;
	const { library, now, paths } = context;
	const config = await context.settings();
	let forest = context.forest();
	const { file } = forest;
	const engine = await context.engine(choice);
	const verify = (onProgress: OnProgress) => verifyBeside(file, onProgress);
	const fileOf = (path: string) => handbookFile(path, context.programFolder) ?? path;
	const offers = () => offersOf(context);
	const bringIn = (paths: readonly string[], watch: ImportWatch) => importBeside(file, paths, watch);
	const add = (path: string, watch: AddWatch) => addBeside(paths.home, fromHome(path), watch);
	const parts = {
		library,
		engine,
		offers,
		noHistory,
		config,
		verify,
		fileOf,
		label,
		now,
		histories: historiesHere,
		import: bringIn,
		add,
	};
	// Ctrl-c is a key here: an interrupt comes from elsewhere. Input that ends is a terminal that was closed.
	context.signal.addEventListener('abort', () => endBy('SIGINT'));
	process.stdin.once('end', () => endBy('SIGHUP'));
	let next: { sid: string; writing?: Writing | undefined } = { sid: start.sid ?? sessionLeft(forest) };
	for (;;) {
		// What cannot be written now is said, and kept where it was written.
		forest.waitAtMost(LONGEST_WAIT);
		const screen = startScreen({ ...parts, ...next, forest }, process);
		await screen.ended;
		await screen.close();
		const again = screen.again();
		if (!again) break;
		forest.close();
		forest = openForest(file);
		next = { sid: again.sid, writing: again.writing && landing(forest, again.writing) };
	}
	if (forest !== context.forest()) forest.close();
}

/** Of a turn that an older copy does not have, the question goes to the root. */
function landing(forest: Forest, { target, text }: Writing): Writing {
	const isHere = target.bates === null || forest.turn(target.bates) !== undefined;
	return { target: isHere ? target : { kind: 'under', bates: null }, text };
}

/** A path as a shell would hand it over. */
function fromHome(path: string): string {
	return resolve(path.replace(/^~(?=\/|$)/, homedir()));
}

/** Loaded when it is asked for: no start of the screen pays for the readers of other tools' files. */
async function historiesHere(): Promise<readonly Sighting[]> {
	const { scan, usualPlaces } = await import('../intake/scan.ts');
	return scan(usualPlaces(homedir(), process.env));
}

/** The engine that quotes, and the profiles of the settings; where there are none, what runs on this machine. */
async function offersOf(context: Context): Promise<Offer[]> {
	const { engine: settings } = await context.settings();
	const excerpt = {
		name: 'excerpt',
		about: 'quotes your documents, offline',
		engine: { name: 'excerpt' },
		open: () => context.engine({ engine: 'excerpt' }),
	};
	const named = settings.map(({ profile }) => profile);
	const { localProfiles } = await import('../answer/engines/local.ts');
	const profiles = named.length > 0 ? named : await localProfiles(REAL_CLOCK);
	const others = profiles.map((profile) => ({
		name: named.length > 0 ? profile.name : `${profile.name}: ${profile.model}`,
		about: `${profile.model}, ${profile.base_url}`,
		engine: profile,
		open: () => (named.length > 0 ? context.engine({ engine: profile.name }) : context.engineOf(profile)),
	}));
	return [excerpt, ...others];
}
