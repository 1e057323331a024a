import { problemText } from '../../commands/phrases.ts';
import type { Config } from '../../config/config.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { openPage } from './pages.ts';

/** Tells what in config.toml cannot be used: one thing in the line for notices, several on a page, each with its line. */
export function tellProblems(desk: Desk, problems: Config['problems']): void {
	const [first, ...more] = problems.map(problemText);
	if (first === undefined) return;
	const isFree = desk.state().overlay === null;
	if (more.length > 0 && isFree) {
		const end = 'All else in it is in use. `arborist config` tells this too, `arborist config --edit` opens the file.';
		openPage(desk, `config.toml: ${more.length + 1} things cannot be used`, [first, ...more, '', end].join('\n'));
		return;
	}
	const rest = more.length > 0 ? ` And ${more.length} more: \`arborist config\` tells them.` : '';
	say(desk, `config.toml, ${first}${rest}`, 'bad');
}
