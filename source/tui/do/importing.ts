import { reportText, sumLine, WAITING } from '../../commands/import.ts';
import { count, size } from '../../commands/phrases.ts';
import type { ImportStep } from '../../commands/told.ts';
import { batesAt } from '../../store/bates.ts';
import { displayLine } from '../../text.ts';
import type { Desk } from '../desk.ts';
import { Pace } from '../pace.ts';
import { say } from '../say.ts';
import { tellTrouble } from '../trouble.ts';
import { openActs } from './acts.ts';
import { openPage, pageOf } from './pages.ts';

/** The page of an import, and its name among what runs. */
const IMPORT = 'import';
/** How often the bar moves, milliseconds. */
const FRAME = 100;

/** The import that runs: what is read, and how far it is, in words before it is known. */
interface Import {
	readonly paths: readonly string[];
	step: string | ImportStep;
	stopped: boolean;
}

const imports = new WeakMap<Desk, Import>();
/** Where one is looking for histories. */
const looks = new WeakSet<Desk>();

/** Shows what other tools left on this machine, before anything is read in; or the import that runs. */
async function openImport(desk: Desk): Promise<void> {
	const running = imports.get(desk);
	if (running) {
		show(desk, running);
		return;
	}
	openPage(desk, IMPORT, 'looking in the usual places …', { of: IMPORT });
	if (looks.has(desk)) return;
	looks.add(desk);
	const found = await desk.histories().finally(() => looks.delete(desk));
	if (!pageOf(desk, IMPORT)) return;
	if (found.length === 0) {
		openPage(
			desk,
			IMPORT,
			'Nothing found in the usual places.\n\nAn export that you have is read in by\n\n    arborist import PATH',
		);
		return;
	}
	const acts = found.map(({ title, path, files, bytes }) => {
		return {
			text: `${title}  ${path}`,
			right: `${count(files, 'file')}  ${size(bytes)}`,
			run: () => bringIn(desk, [path]),
		};
	});
	const sum = (of: 'files' | 'bytes') => found.reduce((total, each) => total + each[of], 0);
	const all = {
		text: 'all of them',
		right: `${count(sum('files'), 'file')}  ${size(sum('bytes'))}`,
		run: () => bringIn(desk, [...new Set(found.map(({ path }) => path))]),
	};
	openActs(desk, 'import', 'import: what other tools left here', found.length > 1 ? [...acts, all] : acts);
}

/** Beside the screen, which shows the sessions as they land; the report comes when all are in. */
async function bringIn(desk: Desk, paths: readonly string[]): Promise<void> {
	const running = imports.get(desk);
	if (running) {
		show(desk, running);
		return;
	}
	const stopping = new AbortController();
	const before = sidsIn(desk);
	const own: Import = { paths, step: 'starting …', stopped: false };
	imports.set(desk, own);
	const frames = new Pace(desk.clock, FRAME, () => pageOf(desk, IMPORT) && show(desk, own));
	const report = desk.import(paths, {
		signal: stopping.signal,
		onStep(step) {
			own.step = step;
			frames.ask();
		},
	});
	const stop = () => {
		own.stopped = true;
		stopping.abort();
		frames.ask();
	};
	desk.running.set(IMPORT, {
		stop,
		ended: report.then(
			() => undefined,
			() => undefined,
		),
	});
	show(desk, own);
	try {
		const made = await report;
		end();
		const [first] = [...sidsIn(desk)].filter((sid) => !before.has(sid));
		const leads = first === undefined ? {} : { bates: batesAt(first, 1) };
		if (pageOf(desk, IMPORT)) openPage(desk, IMPORT, reportText(made, true), leads);
		else if (made.failure) say(desk, `The import broke off: ${made.failure.message} ${sumLine(made)}`, 'bad');
		else say(desk, `Imported. ${sumLine(made)}`, 'good');
	} catch (error) {
		end();
		if (pageOf(desk, IMPORT)) desk.apply({ type: 'overlay', overlay: null });
		tellTrouble(desk, error);
	}

	function end(): void {
		frames.end();
		desk.running.delete(IMPORT);
		imports.delete(desk);
	}
}

/** The sessions there are, newest turn first. */
function sidsIn({ forest }: Desk): ReadonlySet<string> {
	return new Set(forest.sessions().map(({ sid }) => sid));
}

function show(desk: Desk, { paths, step, stopped }: Import): void {
	const { marks } = desk;
	const [first = ''] = paths;
	const what = paths.length === 1 ? displayLine(first) : `${paths.length} places`;
	const lines = typeof step === 'string' ? [displayLine(step), '', ''] : stepLines(step, marks.full, marks.empty);
	const text = [`reading ${what}`, '', ...lines].join('\n');
	const foot = stopped ? 'stopping: what is in stays' : footOf(desk);
	openPage(desk, IMPORT, text, { of: IMPORT, foot, work: IMPORT });
}

function footOf({ keymap }: Desk): string {
	const [stop, leave] = [keymap.keyOf('overlay.close'), keymap.keyOf('import.leave')];
	return [stop && `${stop} stops, and what is in stays`, leave && `${leave} leaves it running`]
		.filter(Boolean)
		.join('   ');
}

const BAR = 40;

function stepLines(
	{ name, part, turns, sessions, turnsPerSecond, secondsLeft, waits }: ImportStep,
	full: string,
	empty: string,
): string[] {
	const done = Math.round(part * BAR);
	const rate = `${Math.round(turnsPerSecond).toLocaleString('en')} turns a second, ${secondsLeft} s left`;
	return [
		`${full.repeat(done)}${empty.repeat(BAR - done)} ${Math.floor(part * 100)} %`,
		`${count(turns, 'new turn')} in ${count(sessions, 'session')}, ${waits ? WAITING : rate}`,
		displayLine(name.slice(-70)),
	];
}

/** Leaves the page of work that goes on. */
function leave(desk: Desk): void {
	desk.apply({ type: 'overlay', overlay: null });
	const key = desk.keymap.keyOf('import.open');
	say(desk, key === undefined ? 'It goes on.' : `It goes on; ${key} shows how far it is.`);
}

export const IMPORTING = { 'import.open': openImport, 'import.leave': leave };
