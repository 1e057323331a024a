import { problemText } from '../../commands/phrases.ts';
import type { Config } from '../../config/config.ts';
import { problemsOf } from '../../keymap/problems.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { openPage } from './pages.ts';

/**
 * Tells what in config.toml cannot be used: one thing in the line for notices; several on a page, each with its line, and so
 * that nothing can be.
 */
export function tellProblems(desk: Desk, config: Config): void {
	const [first, ...more] = problemsOf(config).map(problemText);
	if (first === undefined) return;
	const isFree = desk.state().overlay === null;
	if (isFree && (more.length > 0 || config.unused)) {
		const title = config.unused ? 'nothing can be used' : `${more.length + 1} things cannot be used`;
		const end = '`arborist config` tells this too, `arborist config --edit` opens the file.';
		const rest = config.unused ? end : `All else in it is in use. ${end}`;
		openPage(desk, `config.toml: ${title}`, [first, ...more, '', rest].join('\n'));
		return;
	}
	const rest = more.length > 0 ? ` And ${more.length} more: \`arborist config\` tells them.` : '';
	say(desk, `config.toml, ${first}${rest}`, 'bad');
}
