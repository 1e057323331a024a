import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Tried } from '../answer/engines/probe.ts';
import { keyOf } from '../answer/engines/secret.ts';
import { REAL_CLOCK } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { endpoint, type Profile } from '../config/profile.ts';
import { editorIn } from '../editor.ts';
import { ArboristError } from '../errors.ts';
import { asciiBecause, coloursOf, type Environment, isWithoutPlaces } from '../terminal.ts';
import { versionIn } from '../version.ts';
import type { Command, Context } from './command.ts';
import { count, problemText, size } from './phrases.ts';

interface Data {
	version: string;
	node: string;
	platform: string;
	terminal: Record<string, string>;
	shard: { path: string; state: string };
	library: { path: string; state: string };
	config: { path: string; problems: Config['problems'] };
	engines: { name: string; host: string; context: number; tried: Tried[] }[];
	/** What runs on this machine and no profile names. */
	local: { name: string; base_url: string; model: string }[];
	not_tried: string[];
}

const NOT_TRIED = [
	'the clipboard (OSC 52): a terminal never answers whether it took a copy',
	'the context size of a server: none of the protocols tells what it really holds; an answer says so when a prompt was cut',
	'verifying the record: `arborist verify` does',
];

async function run(context: Context, only: string | undefined): Promise<Data> {
	const { paths } = context;
	const config = await context.settings();
	const profiles = config.engine
		.map(({ profile }) => profile)
		.filter(({ name }) => only === undefined || name === only);
	if (only !== undefined && profiles.length === 0)
		throw new ArboristError('ENGINE_NOT_CONFIGURED', `No engine is called “${only}”.`, 'See `arborist config`.');
	const { probe } = await import('../answer/engines/probe.ts');
	const { localProfiles } = await import('../answer/engines/local.ts');
	const engines = [];
	for (const profile of profiles) {
		context.progress(`trying ${profile.name} …`);
		const tried = await probe(profile, () => keyOf(profile, process.env), REAL_CLOCK).catch((error: Error) => [
			refused(error),
		]);
		engines.push({ name: profile.name, host: hostOf(profile), context: profile.context, tried });
	}
	const local = only === undefined ? await localProfiles(REAL_CLOCK) : [];
	context.progress(null);
	const hosts = new Set(engines.map(({ host }) => host));
	return {
		version: versionIn(context.programFolder),
		node: process.version,
		platform: `${process.platform} ${process.arch}`,
		terminal: terminalOf(process),
		shard: { path: paths.shard, state: shardState(context) },
		library: { path: paths.library, state: await libraryState(context) },
		config: { path: join(paths.home, 'config.toml'), problems: await context.problems() },
		engines,
		local: local
			.filter((each) => !hosts.has(hostOf(each)))
			.map(({ name, base_url, model }) => ({ name, base_url, model })),
		not_tried: NOT_TRIED,
	};
}

/** An address that will not do. */
function refused({ message }: Error): Tried {
	return { what: 'reachable', result: 'bad', detail: message };
}

function hostOf(profile: Pick<Profile, 'name' | 'base_url'>): string {
	try {
		return endpoint(profile, '').host;
	} catch {
		return profile.base_url;
	}
}

interface Surroundings {
	readonly stdin: { readonly isTTY: boolean };
	readonly stdout: { readonly isTTY: boolean; readonly columns: number; readonly rows: number };
	readonly env: Environment;
}

/** What the screen would work with. */
export function terminalOf({ stdin, stdout, env }: Surroundings): Record<string, string> {
	const kind = stdin.isTTY && stdout.isTTY ? (env['TERM'] ?? 'unknown') : 'none';
	const ascii = asciiBecause(env);
	const colours = stdout.isTTY ? coloursOf(env) : 0;
	const uncoloured = env['NO_COLOR'] ? 'none (NO_COLOR)' : 'none';
	return {
		kind: kind === 'none' || isWithoutPlaces(env) ? `${kind}: line by line` : kind,
		size: stdout.isTTY ? `${stdout.columns}x${stdout.rows}` : 'unknown',
		colours: colours === 0 ? uncoloured : String(2 ** colours),
		characters: ascii === undefined ? 'UTF-8' : `plain (${ascii})`,
		...(env['TMUX'] && { within: 'tmux' }),
		editor: editorIn(env) ?? 'none is set',
	};
}

function shardState(context: Context): string {
	try {
		const shard = context.existingShard();
		if (shard === undefined) return 'not there yet: the first question makes it';
		const forest = context.existingForest();
		const mode = existsSync(shard)
			? `, mode ${(statSync(shard).mode & 0o777).toString(8)}, ${size(statSync(shard).size)}`
			: '';
		return `${count(forest.sessions().length, 'session')}, ${count(forest.countTurns(), 'turn')}, ${count(forest.head()?.seq ?? 0, 'event')}${mode}`;
	} catch (error) {
		return stateOf(error);
	}
}

async function libraryState(context: Context): Promise<string> {
	try {
		const library = await context.library();
		return `${count(library.documents().length, 'document')}, ${count(library.size('own'), 'passage')}; handbook ${count(library.size('handbook'), 'passage')}`;
	} catch (error) {
		return stateOf(error);
	}
}

function stateOf(error: unknown): string {
	if (error instanceof ArboristError) return [error.message, error.hint].filter(Boolean).join(' ');
	throw error;
}

const MARKS: Readonly<Record<Tried['result'], string>> = { good: '✓', bad: '✗', 'not tried': '–' };

export const doctor: Command<Data> = {
	verb: 'doctor',
	usage: ['doctor [--engine NAME] [--json]'],
	summary: 'try what the program works with: the terminal, the files, every engine; asks each model for a few tokens',
	flags: ['engine', 'json'],
	words: 'none',
	run: ({ flags }, context) => run(context, flags.engine),
	text(data) {
		const pairs: [string, string][] = [
			['arborist', `${data.version}, node ${data.node}, ${data.platform}`],
			...Object.entries(data.terminal).map(([name, value]): [string, string] => [`terminal ${name}`, value]),
			['shard', `${data.shard.path}: ${data.shard.state}`],
			['library', `${data.library.path}: ${data.library.state}`],
			[
				'settings',
				data.config.problems.length === 0
					? data.config.path
					: `${data.config.path}: ${data.config.problems.map(problemText).join(' ')}`,
			],
		];
		const engines = data.engines.map(({ name, host, context, tried }) =>
			[
				`engine ${name} at ${host}, context ${context.toLocaleString('en')}`,
				...tried.map(
					({ what, result, detail }) =>
						`  ${MARKS[result]} ${what.padEnd(10)} ${result === 'not tried' ? `not tried: ${detail}` : detail}`,
				),
			].join('\n'),
		);
		const none = data.engines.length === 0 ? ['No engine is configured; excerpt answers, offline.'] : [];
		const local = data.local.map(({ name, model, base_url }) => `  ${name} at ${base_url} has ${model}`);
		return [
			pairs.map(([name, value]) => `${name.padEnd(20)} ${value}`).join('\n'),
			...none,
			...engines,
			...(local.length > 0
				? [
						`On this machine, and in no profile (the screen answers with one that is chosen there):\n${local.join('\n')}`,
					]
				: []),
			`Not tried:\n${data.not_tried.map((each) => `  ${each}`).join('\n')}`,
		].join('\n\n');
	},
	exitStatus: ({ engines, config }) =>
		config.problems.length > 0 || engines.some(({ tried }) => tried.some(({ result }) => result === 'bad')) ? 1 : 0,
};
