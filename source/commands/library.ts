import type { AddReport, Document } from '../library/library.ts';
import { displayLine } from '../text.ts';
import type { Command } from './command.ts';
import { neededPath, neededPaths } from './needed.ts';
import { count, countColumn, oneLine, size } from './phrases.ts';

const SHOWN = 20;

export const add: Command<AddReport> = {
	verb: 'add',
	usage: ['add PATH... [--json]'],
	summary: 'read documents and folders into the library',
	flags: ['json'],
	words: 'many',
	async run({ words }, context) {
		const paths = neededPaths(words);
		const library = await context.library();
		const start = context.now();
		const report = await library.add(paths, {
			signal: context.signal,
			onProgress({ files, totalFiles, bytes, totalBytes, path }) {
				const seconds = Math.max(0.001, (context.now() - start) / 1000);
				const left = bytes > 0 ? Math.ceil((seconds * (totalBytes - bytes)) / bytes) : 0;
				const rate = `${size(Math.round(bytes / seconds))}/s`;
				context.progress(
					`${files} of ${totalFiles} files · ${rate} · ${left} s left · ${oneLine(path.slice(-40), 40)}`,
				);
			},
		});
		context.progress(null);
		return report;
	},
	text(report) {
		const { skipped, interrupted } = report;
		const reasons = skipped.slice(0, SHOWN).map(({ path, reason }) => `  skipped ${oneLine(path, 200)}: ${reason}`);
		if (skipped.length > SHOWN) reasons.push(`  … and ${skipped.length - SHOWN} more: --json lists all`);
		const stopped = interrupted ? ['Stopped; what is added stays. Add again to go on.'] : [];
		// What it came to stands last: of a long list, the end is what one sees.
		return [...reasons, addedLine(report), ...stopped].join('\n');
	},
	exitStatus({ added, updated, unchanged, removed, skipped, interrupted }) {
		const nothing = skipped.length > 0 && added + updated + unchanged + removed === 0;
		return interrupted || nothing ? 1 : 0;
	},
};

/** What adding came to, in a line. */
export function addedLine({ added, updated, unchanged, removed, skipped, passages, bytes }: AddReport): string {
	const facts = [
		`${count(added, 'document')} added`,
		...(updated > 0 ? [`${updated} read again`] : []),
		...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
		...(removed > 0 ? [`${removed} gone`] : []),
		`${count(passages, 'passage')} from ${size(bytes)}`,
		...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
	];
	return facts.join(' · ');
}

export const library: Command<Document[]> = {
	verb: 'library',
	usage: ['library [--json]'],
	summary: 'list the documents',
	flags: ['json'],
	words: 'none',
	run: async (_input, context) => (await context.library()).documents(),
	text(documents) {
		if (documents.length === 0) return 'No documents yet; the handbook answers. Add some with: arborist add ~/notes';
		const rows = documents.map(
			({ path, title, passages }) =>
				`${countColumn(passages, 'passage')}  ${oneLine(title, 40).padEnd(40)}  ${displayLine(path)}`,
		);
		return [...rows, '', count(documents.length, 'document')].join('\n');
	},
};

export const remove: Command<{ path: string; removed: number }> = {
	verb: 'remove',
	usage: ['remove PATH [--json]'],
	summary: 'take a document or a folder out of the library; the files stay',
	flags: ['json'],
	words: 'one',
	async run({ words }, context) {
		const path = neededPath(words);
		return { path, removed: (await context.library()).remove(path) };
	},
	text: ({ removed }) =>
		`${count(removed, 'document')} removed; the files are untouched, and turns that cite them stay.`,
};
