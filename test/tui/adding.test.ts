import { expect, test } from 'vitest';
import { excerptEngine } from '../../source/answer/excerpt.ts';
import { ArboristError } from '../../source/errors.ts';
import type { AddReport } from '../../source/library/library.ts';
import type { AddWatch } from '../../source/tui/beside.ts';
import { desk, libraryOf } from '../library/desk.ts';
import { type Robot, robot } from './robot.ts';

// Adding documents from the screen, A.

const REPORT: AddReport = {
	...{ added: 3, unchanged: 0, updated: 0, removed: 0, passages: 12, bytes: 4096 },
	...{ skipped: [], interrupted: false },
};

interface Adding {
	me: Robot;
	paths: string[];
	watch: AddWatch;
	end(report: AddReport | Error): Promise<void>;
}

/** At the screen, with documents being added until the test ends it. */
async function adding(): Promise<Adding> {
	const own: Partial<Adding> = { paths: [] };
	const me = await robot('tea', {
		size: '120x40',
		add: (path, watch) =>
			new Promise((resolve, reject) => {
				own.paths?.push(path);
				own.watch = watch;
				own.end = async (report) => {
					if (report instanceof Error) reject(report);
					else resolve(report);
					await me.settle();
				};
			}),
	});
	await me.keys('esc');
	await me.press('documents.add');
	await me.type(' ~/notes ');
	await me.keys('enter');
	return { me, ...own } as Adding;
}

test('documents are added from the screen, and answer the next question', async () => {
	const { folder } = desk({ 'tyres.md': '# Tyres\n\nSixty millilitres of sealant go into a tyre.\n' });
	const me = await robot('', { size: '120x40', engine: excerptEngine, library: libraryOf() });
	await me.keys('esc');
	await me.press('documents.add');
	expect(me.box().join('\n')).toMatch(/add documents: a file or a folder[\s\S]*Like ~\/notes/);
	await me.type(folder);
	await me.keys('enter');
	expect(me.hint).toMatch(/^✓ 1 document added · 1 passage from \d+ B$/);
	await me.press('turn.ask');
	await me.type('how much sealant goes into a tyre?');
	await me.keys('enter');
	expect(me.prose()).toContain('Sixty millilitres of sealant');
});

test('how far it is stands in the line for notices, and what it came to', async () => {
	const { me, paths, watch, end } = await adding();
	expect(paths).toEqual(['~/notes']);
	expect(me.hint).toContain('adding ~/notes … · ctrl-c stops');
	watch.onProgress('7 of 90 files');
	await me.wait();
	expect(me.hint).toContain('7 of 90 files · ctrl-c stops');
	await end({ ...REPORT, skipped: [{ path: '/n/plan.pdf', reason: 'there is no reader for .pdf files yet' }] });
	expect(me.hint).toContain(
		'3 documents added · 12 passages from 4.0 KB · 1 skipped, /n/plan.pdf: there is no reader for .pdf files yet',
	);
});

test('esc in the tree stops it, and what is added stays', async () => {
	const { me, watch, end } = await adding();
	await me.keys('esc');
	expect(watch.signal.aborted).toBe(true);
	await end({ ...REPORT, interrupted: true });
	expect(me.hint).toContain('3 documents added · 12 passages from 4.0 KB · stopped; what is added stays');
});

test('/add PATH does the same, in the palette and where questions are written; once at a time', async () => {
	const { me, paths, end } = await adding();
	await me.press('goto.open');
	await me.type('/add ~/more');
	await me.keys('enter');
	expect(me.hint).toBe('! Documents are being added. Wait for them.');
	await end(REPORT);
	await me.press('turn.ask');
	await me.type('/add ~/more');
	await me.keys('enter');
	expect(paths).toEqual(['~/notes', '~/more']);
	expect(me.forest.sessions()).toHaveLength(1);
});

test('without a path nothing begins; a path that is not there is told', async () => {
	const { me, paths, end } = await adding();
	await end(new ArboristError('FILE_NOT_FOUND', 'There is no file or folder /n.', 'Check the path.'));
	expect(me.hint).toBe('! There is no file or folder /n. Check the path.');
	await me.press('documents.add', 'field.save');
	expect(me.box().join('\n')).toContain('Type the path of a file or a folder.');
	expect(paths).toHaveLength(1);
});
