export interface FlagRow {
	type: 'string' | 'boolean' | 'number';
	/** The name of its value in the usage. */
	value?: string;
	/** It is typed with `no-`, and is false then. */
	negated?: boolean;
	/** It may be given several times. */
	many?: boolean;
	summary: string;
}

/** Every flag of the command line, once; a verb names the ones it takes. */
export const FLAGS = {
	accept: { type: 'boolean', summary: 'the shard was put back on purpose: go on from where it ends' },
	after: { type: 'number', value: 'N', summary: 'with this many events after it' },
	against: {
		type: 'string',
		value: 'FILE',
		summary: 'compare with a head that was kept elsewhere: a file, or the line itself',
	},
	all: { type: 'boolean', summary: 'every session' },
	as: {
		type: 'string',
		value: 'FORMAT',
		summary: 'md, html, json, jsonl or bundle; what the file’s name says when left out',
	},
	answers: { type: 'string', value: 'PATH', summary: 'where the answers of Arborist’s earlier layout are kept' },
	at: { type: 'string', value: 'REF', summary: 'ask under this turn: a bates id, a turn number, or a label' },
	baseUrl: {
		type: 'string',
		value: 'URL',
		summary: 'the address of the model’s server; /chat/completions and the like is added',
	},
	before: { type: 'number', value: 'N', summary: 'with this many events before it' },
	cache: { type: 'boolean', negated: true, summary: 'answer anew, without the answers given before' },
	chainCheck: { type: 'boolean', summary: 'verify the audit chain' },
	continue: { type: 'boolean', summary: 'go on where the last session stands' },
	dryRun: { type: 'boolean', summary: 'say what would come in, and take nothing in' },
	edit: { type: 'boolean', summary: 'open the settings in your editor' },
	engine: {
		type: 'string',
		value: 'NAME',
		summary: 'answer with this engine: a profile of the settings, excerpt, openai, ollama or anthropic',
	},
	file: {
		type: 'string',
		value: 'PATH',
		many: true,
		summary: 'give a file along with the question; more than once for several',
	},
	find: { type: 'string', value: 'TEXT', summary: 'search every turn of every session' },
	gc: { type: 'boolean', summary: 'remove old sessions' },
	help: { type: 'boolean', summary: 'this help' },
	history: { type: 'boolean', negated: true, summary: 'send none of the turns above along' },
	home: {
		type: 'string',
		value: 'DIR',
		summary: 'where everything is kept, instead of ~/.arborist (or ARBORIST_HOME)',
	},
	json: { type: 'boolean', summary: 'print data for programs' },
	keep: { type: 'number', value: 'N', summary: 'how many sessions stay: those that were active last' },
	keyEnv: { type: 'string', value: 'VAR', summary: 'the environment variable that holds the key for that address' },
	label: { type: 'string', value: 'NAME', summary: 'name the session' },
	limit: { type: 'number', value: 'N', summary: 'at most this many (20)' },
	list: { type: 'boolean', summary: 'list all sessions, newest turn first' },
	llm: { type: 'string', value: 'NAME', summary: 'the same as --engine' },
	model: { type: 'string', value: 'NAME', summary: 'ask this model of it' },
	out: { type: 'string', value: 'FILE', summary: 'write into this new file' },
	path: { type: 'boolean', summary: 'only the turn and those above it, not what hangs below' },
	plain: { type: 'boolean', summary: 'line by line, for pipes and screen readers' },
	scan: { type: 'boolean', summary: 'look for what other tools left in their usual places; read nothing in' },
	sessionsDb: { type: 'string', value: 'PATH', summary: 'the shard, instead of sessions.db in the home' },
	sid: { type: 'string', value: 'ID', summary: 'the session' },
	signed: { type: 'boolean', summary: 'as a signed note (C2SP checkpoint), with the key of the home' },
	since: { type: 'string', value: 'FILE', summary: 'with the proof that it goes on from this earlier signed one' },
	streamJson: { type: 'boolean', summary: 'print what happens as it happens, one JSON object a line' },
	tree: { type: 'boolean', summary: 'one session’s tree' },
	version: { type: 'boolean', summary: 'the version' },
	yes: { type: 'boolean', summary: 'do it without asking' },
} as const satisfies Record<string, FlagRow>;

export type Flag = keyof typeof FLAGS;

type ValueOf<Row extends FlagRow> = Row extends { many: true }
	? readonly string[]
	: Row['type'] extends 'string'
		? string
		: Row['type'] extends 'number'
			? number
			: boolean;

export type Flags = { readonly [Name in Flag]?: ValueOf<(typeof FLAGS)[Name]> };

/** Taken by every verb. */
export const COMMON: readonly Flag[] = ['home', 'sessionsDb', 'help', 'version'];

/** As it is typed: `--sessions-db PATH`. */
export function spelling(flag: Flag): string {
	const row: FlagRow = FLAGS[flag];
	const name = flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	return `--${row.negated ? 'no-' : ''}${name}${row.value === undefined ? '' : ` ${row.value}`}`;
}
