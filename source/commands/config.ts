import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nameOf } from '../answer/engines/secret.ts';
import type { Config } from '../config/config.ts';
import { EXAMPLE } from '../config/example.ts';
import type { Profile } from '../config/profile.ts';
import { editorIn, openInEditor, usualEditor } from '../editor.ts';
import { ArboristError } from '../errors.ts';
import { makeFolder } from '../folder.ts';
import { groupBy } from '../group.ts';
import type { Command } from './command.ts';
import { count, problemText } from './phrases.ts';

/** One setting as it is in force: `from` is the line it stands on, or what it is when it stands nowhere. */
interface Row {
	section: string;
	name: string;
	value: string | number | boolean;
	from: string;
}

interface Data {
	path: string;
	exists: boolean;
	settings: Row[];
	/** How many commands have other keys. */
	keys: number;
	problems: Config['problems'];
}

function rowsOf({ answer, engine }: Config): Row[] {
	const from = (lines: ReadonlyMap<string, number>, ...names: string[]) => {
		const line = names.map((name) => lines.get(name)).find((each) => each !== undefined);
		return line === undefined ? 'usual' : `line ${line}`;
	};
	const answering = (
		[
			['engine', answer.engine ?? 'excerpt'],
			['history', answer.history],
			['keep_stopped', answer.keep_stopped],
		] as const
	).map(([name, value]) => ({ section: 'answer', name, value, from: from(answer.lines, name) }));
	const engines = engine.flatMap(({ profile, lines }) => {
		const { name: own, key, ...values } = profile;
		const section = `engine.${own}`;
		const rows = Object.entries(values).map(([name, value]) => ({ section, name, value, from: from(lines, name) }));
		return [
			...rows,
			{ section, name: 'key', value: keyText(key), from: from(lines, 'key_env', 'key_file', 'key_command') },
		];
	});
	return [...answering, ...engines];
}

/** Where a key comes from, and whether it is there; never the key. */
function keyText(key: Profile['key']): string {
	if (key === undefined) return 'none';
	if ('env' in key) return `${nameOf(key)}, which is ${process.env[key.env] === undefined ? 'not set' : 'set'}`;
	if ('file' in key) return `${nameOf(key)}, which is ${existsSync(key.file) ? 'there' : 'not there'}`;
	return nameOf(key);
}

/** Opens the file in an editor; a new one is made first, with examples in it. */
function edit(path: string, interactive: boolean): void {
	if (!existsSync(path)) {
		makeFolder(dirname(path));
		writeFileSync(path, EXAMPLE, { mode: 0o600 });
	}
	const editor = editorIn(process.env) ?? (interactive ? usualEditor(process.env) : undefined);
	const where = `The settings are in ${path}.`;
	if (editor === undefined) throw new ArboristError('USAGE', 'Neither VISUAL nor EDITOR is set.', where);
	if (!openInEditor(editor, path, process.env))
		throw new ArboristError('USAGE', `The editor (${editor}) ended with an error.`, where);
}

export const configCommand: Command<Data> = {
	verb: 'config',
	usage: ['config [--edit] [--json]'],
	summary: 'show the settings and where each comes from, or open them in your editor',
	flags: ['edit', 'json'],
	words: 'none',
	async run({ flags }, context) {
		const path = join(context.paths.home, 'config.toml');
		if (flags.edit) edit(path, context.interactive);
		const config = await context.settings();
		return {
			path,
			exists: existsSync(path),
			settings: rowsOf(config),
			keys: config.keys.length,
			problems: await context.problems(),
		};
	},
	text({ path, exists, settings, keys, problems }) {
		const width = Math.max(...settings.map(({ name }) => name.length));
		const values = Math.min(44, Math.max(...settings.map(({ value }) => String(value).length)));
		const sections = [...groupBy(settings, ({ section }) => section)].map(([section, rows]) =>
			[
				`[${section}]`,
				...rows.map(({ name, value, from }) => `  ${name.padEnd(width)}  ${String(value).padEnd(values)}  ${from}`),
			].join('\n'),
		);
		const troubles = problems.map(problemText);
		return [
			exists ? path : `${path} is not there yet; \`arborist config --edit\` makes it.`,
			...sections,
			...(keys > 0 ? [`${count(keys, 'command')} with other keys`] : []),
			...(troubles.length > 0 ? [`What cannot be used:\n  ${troubles.join('\n  ')}`] : []),
		].join('\n\n');
	},
	exitStatus: ({ problems }) => (problems.length > 0 ? 1 : 0),
};
