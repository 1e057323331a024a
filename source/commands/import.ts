import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '../intake/intake.ts';
import type { FileReport, Report, Total } from '../intake/report.ts';
import type { Sighting } from '../intake/scan.ts';
import { type Forest, openForest } from '../store/forest.ts';
import type { Command, Context } from './command.ts';
import { neededPaths } from './needed.ts';
import { count, oneLine, size } from './phrases.ts';

export const importCommand: Command<Report> = {
	verb: 'import',
	usage: ['import PATH... [--answers PATH] [--dry-run] [--json]'],
	summary: 'take in histories of other tools: archives, folders, files, databases; what is here already is not doubled',
	flags: ['answers', 'dryRun', 'json'],
	words: 'many',
	async run({ words, flags }, context) {
		const paths = neededPaths(words);
		// The readers of other tools' files are loaded by this verb alone: no other start pays for them.
		const { importHistories } = await import('../intake/intake.ts');
		const options = {
			signal: context.signal,
			answers: flags.answers,
			onProgress: progressLine(context),
			onLook: (name: string) => context.progress(`looking at ${oneLine(name.slice(-60), 60)}`),
		};
		const report = flags.dryRun
			? {
					...(await rehearsed(context.existingForest(), (forest) => importHistories(forest, paths, options))),
					dry_run: true,
				}
			: await importHistories(context.forest(), paths, options);
		context.progress(null);
		return report;
	},
	text: (report) => reportText(report),
	json: ({ files, total, others, interrupted, failure, dry_run }) => ({
		files,
		total,
		others,
		interrupted,
		failure,
		dry_run,
	}),
	exitStatus({ files, interrupted, failure }) {
		return interrupted || failure !== null || files.some(({ refused }) => refused !== null) ? 1 : 0;
	},
};

export const importScan: Command<Sighting[]> = {
	verb: 'import',
	option: 'scan',
	usage: ['import --scan [--json]'],
	summary: 'show what other tools left in their usual places on this machine; nothing is read in',
	flags: ['scan', 'json'],
	words: 'none',
	async run(_input, context) {
		const { scan, usualPlaces } = await import('../intake/scan.ts');
		return scan(usualPlaces(homedir(), process.env), { signal: context.signal });
	},
	text(sightings) {
		if (sightings.length === 0) return 'Nothing found in the usual places. Import an export with: arborist import PATH';
		const rows = sightings.map(
			({ title, path, files, bytes }) =>
				`${title.padEnd(20)}  ${count(files, 'file').padStart(12)}  ${size(bytes).padStart(9)}  ${oneLine(path, 200)}`,
		);
		const paths = sightings.map(({ path }) => (/^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`));
		return [...rows, '', 'Take them in with:', `  arborist import ${paths.join(' \\\n    ')}`].join('\n');
	},
};

/** Said of an import that another program keeps waiting. */
export const WAITING = 'waiting for another program, which writes';

/** How far it is, at what rate, and how long it will take: as a line, and in numbers for the screen. */
function progressLine(context: Context): (progress: Progress) => void {
	// Looking for histories takes its time too, and no turns come of it.
	let start: number | undefined;
	return ({ name, bytes, landedBytes, totalBytes, turns, sessions, waits }) => {
		start ??= context.now();
		const seconds = Math.max(0.001, (context.now() - start) / 1000);
		// To read is about half the work, and to take in the other.
		const part = totalBytes > 0 ? Math.min(1, (bytes + landedBytes) / (2 * totalBytes)) : 1;
		const secondsLeft = part > 0 ? Math.ceil((seconds * (1 - part)) / part) : 0;
		context.tell({ step: { name, part, turns, sessions, turnsPerSecond: turns / seconds, secondsLeft, waits } });
		const bar = '█'.repeat(Math.round(part * 20)).padEnd(20, '░');
		const rate = `${Math.round(turns / seconds).toLocaleString('en')} turns/s`;
		const pace = waits ? WAITING : `${rate} · ${secondsLeft} s left · ${oneLine(name.slice(-40), 40)}`;
		context.progress(`${bar} ${Math.floor(part * 100)}% · ${count(turns, 'turn')} · ${pace}`);
	};
}

/** Does a thing to a copy of the forest, which is removed afterwards: what it would do is exact, and nobody waits for it. */
async function rehearsed<Result>(forest: Forest, act: (copy: Forest) => Promise<Result>): Promise<Result> {
	const folder = mkdtempSync(join(tmpdir(), 'arborist-dry-run-'));
	chmodSync(folder, 0o700);
	const path = join(folder, 'sessions.db');
	try {
		forest.backup(path);
		const copy = openForest(path);
		try {
			return await act(copy);
		} finally {
			copy.close();
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Files shown one by one. */
const SHOWN = 30;

/** A report in words. Its sum comes last, where a terminal stands still; or first, for a page, which shows its beginning. */
export function reportText({ files, total, others, interrupted, failure, dry_run }: Report, sumFirst = false): string {
	const read = files.filter(({ tool }) => tool !== null);
	const refused = files.filter(({ refused }) => refused !== null);
	const lines = read
		.slice(0, SHOWN)
		.flatMap((file) => [`${file.tool}  ${oneLine(file.name, 200)}`, ...sums(file).map((line) => `  ${line}`)]);
	if (read.length > SHOWN) lines.push(`… and ${count(read.length - SHOWN, 'more file')}: --json lists all`);
	for (const file of refused.slice(0, SHOWN)) lines.push(`${oneLine(file.name, 200)} ${refusal(file)}.`);
	if (refused.length > SHOWN) lines.push(`… and ${refused.length - SHOWN} more were not read: --json lists all`);
	const end: string[] = [];
	if (read.length > 1) end.push(`${count(read.length, 'file')} in all`, ...sums(total).map((line) => `  ${line}`));
	if (others > 0) end.push(`${count(others, 'other file')} that ${others === 1 ? 'is' : 'are'} no history`);
	if (dry_run) end.push('Nothing was taken in: this was a dry run.');
	if (interrupted) end.push('Stopped; what is in stays. Import again to go on.');
	if (failure)
		end.push(
			['It broke off:', failure.message, failure.hint].filter(Boolean).join(' '),
			'What is in stays. Import again to go on.',
		);
	if (read.length === 0 && lines.length + end.length === 0) return 'There is no file in it.';
	if (read.length < 2) return [...lines, ...end].join('\n');
	return (sumFirst ? [...end, '', ...lines] : [...lines, '', ...end]).join('\n');
}

/** All of a report in a line. */
export function sumLine({ total }: Report): string {
	return sums(total)[0] ?? '';
}

function refusal({ refused, records }: FileReport): string {
	return records > 0 ? `was read up to a point: it ${oneLine(refused ?? '', 200)}` : oneLine(refused ?? '', 200);
}

/** The sum, and its last part by reason. */
function sums({ records, in_turns, merged, skipped, turns, sessions, repairs, notes }: Total): string[] {
	const number = (value: number) => value.toLocaleString('en');
	const reasons = Object.entries(skipped).sort(([, a], [, b]) => b - a);
	const left = reasons.reduce((sum, [, times]) => sum + times, 0);
	const made = `${count(turns, 'new turn')} in ${count(sessions, 'new session')}`;
	return [
		`${count(records, 'record')} = ${number(in_turns)} in turns + ${number(merged)} merged + ${number(left)} skipped · ${made}`,
		...(left > 0 ? [`skipped: ${reasons.map(([reason, times]) => `${number(times)} ${reason}`).join(' · ')}`] : []),
		...Object.entries(repairs).map(([what, times]) => `repaired: ${number(times)} ${what}`),
		...Object.entries(notes).map(([what, times]) => `noted: ${number(times)} ${what}`),
	];
}
