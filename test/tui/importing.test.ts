import { expect, test } from 'vitest';
import { ArboristError } from '../../source/errors.ts';
import { fileReport, type Report, totalOf } from '../../source/intake/report.ts';
import type { Sighting } from '../../source/intake/scan.ts';
import type { ImportWatch } from '../../source/tui/beside.ts';
import { type Robot, robot } from './robot.ts';

// The import screen, O.

const SIGHTINGS: Sighting[] = [
	{ title: 'Codex CLI', path: '/home/me/.codex/sessions', tools: ['codex'], files: 12, bytes: 3_000_000 },
	{ title: 'Claude Code', path: '/home/me/.claude/projects', tools: ['claude-code'], files: 3, bytes: 1_000_000 },
];
const STEP = {
	name: 'rollout-7.jsonl',
	part: 0.25,
	turns: 1234,
	sessions: 56,
	turnsPerSecond: 8120,
	secondsLeft: 12,
	waits: false,
};
const A_FILE = { records: 10, in_turns: 6, merged: 1, skipped: { note: 3 }, turns: 3, sessions: 1 };
const FILES = ['a.jsonl', 'b.jsonl'].map((name) => ({ ...fileReport(name, 'codex'), ...A_FILE }));
const REPORT: Report = {
	files: FILES,
	total: totalOf(FILES),
	others: 0,
	interrupted: false,
	failure: null,
	dry_run: false,
};

interface Running {
	me: Robot;
	paths: readonly string[];
	watch: ImportWatch;
	end(report: Report | Error): Promise<void>;
}

/** At the import screen, with an import that goes on until the test ends it. */
async function reading(...rows: 'move.down'[]): Promise<Running> {
	return readingWith('', ...rows);
}

async function readingWith(config: string, ...rows: 'move.down'[]): Promise<Running> {
	const running: Partial<Running> = {};
	const me = await robot('tea', {
		size: '120x40',
		histories: SIGHTINGS,
		config,
		import: (paths, watch) =>
			new Promise((resolve, reject) => {
				const end = async (report: Report | Error) => {
					if (report instanceof Error) reject(report);
					else resolve(report);
					await me.settle();
				};
				Object.assign(running, { paths, watch, end });
			}),
	});
	await me.press('import.open', ...rows, 'list.choose');
	return { me, ...running } as Running;
}

async function step({ me, watch }: Running): Promise<string> {
	watch.onStep(STEP);
	await me.wait();
	return me.box().join('\n');
}

test('what was found is shown with counts, and all of it at once is a choice', async () => {
	const me = await robot('tea', { size: '120x40', histories: SIGHTINGS });
	await me.press('import.open');
	const box = me.box().join('\n');
	expect(box).toMatch(/Codex CLI +\/home\/me\/.codex\/sessions +12 files +2.9 MB/);
	expect(box).toMatch(/all of them +15 files +3.8 MB/);
	await me.press('overlay.close');
	const { paths } = await reading('move.down', 'move.down');
	expect(paths).toEqual(SIGHTINGS.map(({ path }) => path));
});

test('an import shows a bar, what is in, its rate and what is left of it', async () => {
	const running = await reading();
	const box = await step(running);
	expect(box).toContain('reading /home/me/.codex/sessions');
	expect(box).toMatch(/█{10}░{30} 25 %/);
	expect(box).toContain('1,234 new turns in 56 sessions, 8,120 turns a second, 12 s left');
	expect(box).toContain('rollout-7.jsonl');
	await running.end(REPORT);
	expect(running.me.box().join('\n')).toMatch(
		/2 files in all[\s\S]*20 records = 12 in turns \+ 2 merged \+ 6 skipped[\s\S]*a.jsonl/,
	);
	await running.me.press('overlay.close');
	expect(running.me.box()).toEqual([]);
});

test('enter on the report goes to the newest session that came in', async () => {
	const running = await reading();
	const { me } = running;
	me.world.plant('coffee > beans ; cocoa');
	await running.end(REPORT);
	expect(me.hint).toContain('enter go there');
	await me.press('page.follow');
	expect(me.at).toBe('cocoa');
});

test('esc stops it, and the report says what is in', async () => {
	const running = await reading();
	await step(running);
	await running.me.keys('esc');
	expect(running.watch.signal.aborted).toBe(true);
	expect(running.me.box().join('\n')).toContain('stopping: what is in stays');
	await running.end({ ...REPORT, interrupted: true });
	expect(running.me.box().join('\n')).toContain('Stopped; what is in stays.');
});

test('tab leaves it running, O comes back to it, and its end is told', async () => {
	const running = await reading();
	const { me } = running;
	await step(running);
	await me.press('import.leave');
	expect(me.box()).toEqual([]);
	expect(running.watch.signal.aborted).toBe(false);
	await me.press('import.open');
	expect(me.box().join('\n')).toContain('25 %');
	await me.press('import.leave');
	await running.end(REPORT);
	expect(me.hint).toContain('Imported. 20 records = 12 in turns');
});

test('its page and what is said of it name the keys as they are', async () => {
	const config = '[keys]\n"overlay.close" = "ctrl-x"\n"import.leave" = "w"\n"import.open" = "I"\n';
	const running = await readingWith(config);
	expect(running.me.text()).toContain('ctrl-x stops, and what is in stays   w leaves it running');
	await running.me.press('import.leave');
	expect(running.me.hint).toBe('It goes on; I shows how far it is.');
});

test('what went wrong is a sentence with its hint', async () => {
	const running = await reading();
	await running.end(new ArboristError('SHARD_LOCKED', 'The shard is busy.', 'Wait for it.'));
	expect(running.me.hint).toBe('! The shard is busy. Wait for it.');
});

test('leaving the screen stops it', async () => {
	const running = await reading();
	await running.me.press('import.leave');
	await running.me.leave();
	expect(running.watch.signal.aborted).toBe(true);
});

test('O again while one still looks for histories looks once, and starts one import at most', async () => {
	let looked = 0;
	let started = 0;
	let found: (sightings: Sighting[]) => void = () => undefined;
	const me = await robot('tea', { size: '120x40', import: () => new Promise(() => void started++) });
	Object.assign(me.desk, {
		histories: () =>
			new Promise<Sighting[]>((done) => {
				looked++;
				found = done;
			}),
	});
	await me.press('import.open', 'overlay.close', 'import.open');
	expect(me.box().join('\n')).toContain('looking in the usual places');
	found(SIGHTINGS);
	await me.settle();
	await me.press('list.choose');
	expect([looked, started]).toEqual([1, 1]);
	expect(me.box().join('\n')).toContain('reading /home/me/.codex/sessions');
});

test('while another program writes, it says what it waits for', async () => {
	const running = await reading();
	running.watch.onStep({ ...STEP, waits: true });
	await running.me.wait();
	expect(running.me.box().join('\n')).toContain('in 56 sessions, waiting for another program, which writes');
});

test('one that broke off says why, and what is in', async () => {
	const failure = { code: 'DISK_FULL', message: 'The disk is full.', hint: 'Free some space.' } as const;
	const running = await reading();
	await running.end({ ...REPORT, failure });
	expect(running.me.box().join('\n')).toMatch(/6 new turns[\s\S]*It broke off: The disk is full. Free some space./);
	const left = await reading();
	await left.me.press('import.leave');
	await left.end({ ...REPORT, failure });
	expect(left.me.hint).toMatch(/^! The import broke off: The disk is full. .*6 new turns/);
});
