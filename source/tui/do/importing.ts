import { count, size } from '../../commands/phrases.ts';
import type { Desk } from '../desk.ts';
import { openActs } from './acts.ts';
import { openPage } from './pages.ts';

const TITLE = 'import';

/** Shows what other tools left on this machine, before anything is read in. */
export async function openImport(desk: Desk): Promise<void> {
	openPage(desk, TITLE, 'looking in the usual places …');
	const found = await desk.histories();
	const { overlay } = desk.state();
	if (overlay?.kind !== 'text' || overlay.title !== TITLE) return;
	if (found.length === 0) {
		openPage(
			desk,
			TITLE,
			'Nothing found in the usual places.\n\nAn export that you have is read in by\n\n    arborist import PATH',
		);
		return;
	}
	const acts = found.map(({ title, path, files, bytes }) => {
		return {
			text: `${title}  ${path}`,
			right: `${count(files, 'file')}  ${size(bytes)}`,
			run: () => bringIn(desk, path),
		};
	});
	openActs(desk, 'import', 'import: what other tools left here', acts);
}

/** Beside the screen, which shows the sessions as they land; the report comes when all are in. */
async function bringIn(desk: Desk, path: string): Promise<void> {
	openPage(desk, TITLE, `reading ${path} …\n\nesc leaves this page; reading goes on.`);
	const report = await desk.import(path);
	openPage(desk, TITLE, report);
}
