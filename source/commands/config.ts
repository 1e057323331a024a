import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nameOf } from '../answer/engines/secret.ts';
import type { Config } from '../config/config.ts';
import type { Profile } from '../config/profile.ts';
import { editorIn, openInEditor } from '../editor.ts';
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

const EXAMPLE = `# Settings of Arborist. Lines that begin with # say nothing; \`arborist config\` shows what is in force.

# [answer]
# engine = "qwen"        # what answers when no flag says otherwise; "excerpt" when this is left out
# history = true         # whether the turns above are sent along
# keep_stopped = true    # whether the part of an answer that was stopped becomes a turn

# [engine.qwen]          # a model of Ollama on this machine
# protocol = "ollama"
# model = "qwen3:8b"
# context = 16384        # asked for as num_ctx

# [engine.hermes]        # any OpenAI-compatible endpoint; also protocol = "anthropic"
# base_url = "https://openrouter.ai/api/v1"
# model = "nousresearch/hermes-4-70b"
# context = 65536
# key_env = "OPENROUTER_API_KEY"   # or key_file = "~/.keys/openrouter" (mode 600), or key_command = "pass show openrouter"
# price_input = 0.13     # for a million tokens
# price_output = 0.40
`;

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

/** Opens the file in the person's editor, with an example in it when it is new. */
function edit(path: string): void {
	const editor = editorIn(process.env);
	if (editor === undefined)
		throw new ArboristError('USAGE', 'Neither VISUAL nor EDITOR is set.', `The settings are in ${path}.`);
	if (!existsSync(path)) {
		makeFolder(dirname(path));
		writeFileSync(path, EXAMPLE, { mode: 0o600 });
	}
	if (!openInEditor(editor, path, process.env))
		throw new ArboristError('USAGE', `The editor (${editor}) ended with an error.`, `The settings are in ${path}.`);
}

export const configCommand: Command<Data> = {
	verb: 'config',
	usage: ['config [--edit] [--json]'],
	summary: 'show the settings and where each comes from, or open them in your editor',
	flags: ['edit', 'json'],
	words: 'none',
	async run({ flags }, context) {
		const path = join(context.paths.home, 'config.toml');
		if (flags.edit) edit(path);
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
