import { didYouMean } from '../nearest.ts';
import { readRegular } from '../regular-file.ts';
import { ANSWERING } from './answering.ts';
import { ENGINES } from './engines.ts';
import { KEYS } from './keys.ts';
import type { Section } from './section.ts';
import { type Problem, parseToml, type Toml } from './toml.ts';

/** Every table the file may have. A new kind of settings is a row here and a file beside this one. */
const SECTIONS = { answer: ANSWERING, engine: ENGINES, keys: KEYS } satisfies Record<string, Section<unknown>>;

type Settings = { readonly [Name in keyof typeof SECTIONS]: ReturnType<(typeof SECTIONS)[Name]['read']> };

/** What the file says, as far as it can be used, and what is wrong with the rest, in the order of its lines. */
export interface Config extends Settings {
	readonly problems: readonly Problem[];
	/** Nothing in the file is in use: it is no TOML, or cannot be read. */
	readonly unused: boolean;
}

/** The settings in a file; no file is no settings. Never throws: what is wrong is among the problems. */
export function readConfig(path: string): Config {
	try {
		return parseConfig(readRegular(path));
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
		return code === 'ENOENT' || code === 'ENOTDIR'
			? parseConfig('')
			: unusedFor({
					line: 0,
					message: code === 'EFTYPE' ? `${path} is no regular file.` : `The settings cannot be read (${code}).`,
				});
	}
}

export function parseConfig(text: string): Config {
	const problems: Problem[] = [];
	const toml = parseToml(text);
	if ('message' in toml) return unusedFor(toml);
	tellUnknown(toml, problems);
	const settings = read(toml, problems);
	return { ...settings, problems: problems.sort((a, b) => a.line - b.line), unused: false };
}

/** No settings, and why there are none. */
function unusedFor({ line, message }: Problem): Config {
	const problem = { line, message: `${message} Nothing in the file is in use.` };
	return { ...read({ settings: [], tables: [] }, []), problems: [problem], unused: true };
}

function read({ settings }: Toml, problems: Problem[]): Settings {
	const tell = (problem: Problem) => problems.push(problem);
	const within = (name: string) =>
		settings
			.filter(({ path }) => path.length > 1 && path[0] === name)
			.map((setting) => ({ ...setting, path: setting.path.slice(1) }));
	const sections = Object.entries(SECTIONS).map(([name, section]) => [name, section.read(within(name), tell)]);
	return Object.fromEntries(sections) as Settings;
}

function tellUnknown({ settings, tables }: Toml, problems: Problem[]): void {
	const names = Object.keys(SECTIONS);
	const told = new Set<string>();
	for (const { path, line, listed } of tables) {
		const name = path[0] ?? '';
		if (names.includes(name)) {
			if (listed) problems.push({ line, message: `[${name}] stands in single brackets, once.` });
			continue;
		}
		if (told.has(name)) continue;
		told.add(name);
		problems.push({ line, message: `There is no section [${name}].${didYouMean(name, names)}` });
	}
	for (const { path, line } of settings) {
		const [name = '', ...rest] = path;
		if (told.has(name) || (names.includes(name) && rest.length > 0)) continue;
		const message = names.includes(name)
			? `“${name}” is a section: [${name}], its settings below.`
			: `“${path.join('.')}” stands in no section, like [keys].`;
		problems.push({ line, message });
	}
}
