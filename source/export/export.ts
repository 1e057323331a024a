import type { Forest } from '../store/forest.ts';
import { bundleOfSessions, bundleOfTurns } from './bundle.ts';
import type { ExportFormat } from './formats.ts';
import { htmlOf } from './html.ts';
import { jsonOf, pathLines } from './json.ts';
import { markdownOf } from './markdown.ts';
import { branchOf, everything, pathOf, sessionOf } from './selection.ts';

/** What is handed out: a turn with all above and below it, or only above it; a session; everything. */
export type ExportOf = { branch: string } | { path: string } | { sid: string } | 'all';

/** The parts of the file, one after the other. Nothing is held but a turn at a time and what waits beside it. */
export function exported(forest: Forest, of: ExportOf, format: ExportFormat): Iterable<string> {
	const selection = selected(forest, of);
	switch (format) {
		case 'md':
			return markdownOf(selection);
		case 'html':
			return htmlOf(selection);
		case 'json':
			return jsonOf(selection);
		case 'jsonl':
			// Of a branch, one path: the one to the turn that was named.
			return pathLines(forest, of !== 'all' && 'branch' in of ? pathOf(forest, of.branch) : selection);
		case 'bundle': {
			if (of === 'all')
				return bundleOfSessions(
					forest,
					forest.sessions().map(({ sid }) => sid),
				);
			if ('sid' in of) return bundleOfSessions(forest, [of.sid]);
			return bundleOfTurns(
				forest,
				Array.from(selection.turns(), ({ turn }) => turn),
			);
		}
	}
}

function selected(forest: Forest, of: ExportOf) {
	if (of === 'all') return everything(forest);
	if ('sid' in of) return sessionOf(forest, of.sid);
	return 'branch' in of ? branchOf(forest, of.branch) : pathOf(forest, of.path);
}
