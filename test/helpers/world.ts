import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Forest, openForest } from '../../source/store/forest.ts';
import type { Change, NewTurn, Turn } from '../../source/store/types.ts';
import { type Planted, plant } from './plant.ts';
import { type Clock, seeded, steppingClock } from './surroundings.ts';

/** A forest for one test, closed and removed when the test ends. */
export interface World {
	readonly forest: Forest;
	readonly clock: Clock;
	/** ":memory:" or a file in a folder of this test's own. */
	readonly path: string;
	/** Plants into the forest; see plant.ts for the notation. */
	plant(line: string): Planted;
	/** Another program on the same file. */
	neighbour(): Forest;
	/** Closes the forest and opens the file again. */
	reopen(): Forest;
	/** What listeners are told from now on. */
	listen(): Change[];
}

export interface WorldOptions {
	seed?: number;
	/** Milliseconds by which each look moves the clock; 0 freezes it. */
	step?: number;
	/** How long a write waits for another program, milliseconds. */
	busyTimeout?: number;
}

/** A forest in memory. */
export function memoryWorld(options: WorldOptions = {}): World {
	return worldAt(':memory:', options);
}

/** A forest in a file of its own. */
export function fileWorld(options: WorldOptions = {}): World {
	return worldAt(join(tempFolder(), 'sessions.db'), options);
}

/** A forest in a file that is there already. */
export function worldAt(path: string, { seed = 1, step = 1000, busyTimeout = 5000 }: WorldOptions = {}): World {
	const clock = steppingClock(step);
	const opened = new Set<Forest>();
	const open = (withSeed: number) => {
		const forest = openForest(path, { ...seeded(withSeed, clock), busyTimeout });
		opened.add(forest);
		return forest;
	};
	let forest = open(seed);
	onTestFinished(() => {
		for (const each of opened) each.close();
	});
	return {
		get forest() {
			return forest;
		},
		clock,
		path,
		plant: (line) => plant(forest, line),
		neighbour: () => open(seed + opened.size * 1000),
		reopen() {
			forest.close();
			forest = open(seed + opened.size * 1000);
			return forest;
		},
		listen() {
			const heard: Change[] = [];
			forest.subscribe((change) => heard.push(change));
			return heard;
		},
	};
}

/** A folder that is removed when the test ends. */
export function tempFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-test-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

/** A turn to add, of which a test says only what it is about. */
export function newTurn(question: string, more: Partial<NewTurn> = {}): NewTurn {
	return {
		question,
		answer_text: `About ${question}.`,
		cache_key: '',
		audit_mode: 'UNGROUNDED',
		cited_titles: [],
		meta: { engine: 'script', finish: 'complete' },
		...more,
	};
}

/** Asks in a session, where it stands or `under` another turn. */
export function ask(
	forest: Forest,
	sid: string,
	question: string,
	more: Partial<NewTurn> & { under?: string | null } = {},
): Turn {
	const { under, ...turn } = more;
	const parent_bates = under !== undefined ? under : (forest.session(sid)?.current_bates ?? null);
	return forest.add({ ...newTurn(question, turn), sid, parent_bates });
}
