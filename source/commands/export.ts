import { extname, resolve } from 'node:path';
import { ArboristError } from '../errors.ts';
import type { ExportOf } from '../export/export.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../export/formats.ts';
import { writeNew } from '../new-file.ts';
import type { Forest } from '../store/forest.ts';
import { displayLine } from '../text.ts';
import type { Command, Input } from './command.ts';
import { size } from './phrases.ts';
import { namedSession, sessionInUse } from './session-in-use.ts';

interface Data {
	format: ExportFormat;
	/** Null when it went to standard output. */
	file: string | null;
	bytes: number;
	/** What went to standard output. */
	text: string;
}

export const exportCommand: Command<Data> = {
	verb: 'export',
	usage: [
		'export REF [--path] [--as FORMAT] [--out FILE] [--json]',
		'export --sid ID [--as FORMAT] [--out FILE] [--json]',
		'export --all [--as FORMAT] [--out FILE] [--json]',
	],
	summary:
		'hand out a branch, a path, a session or everything: Markdown, a web page, JSON, messages, or a bundle that `import` reads',
	flags: ['sid', 'all', 'path', 'as', 'out', 'json'],
	words: 'any',
	verbatim: true,
	async run(input, context) {
		const forest = context.existingForest();
		const format = formatOf(input);
		// Loaded by this verb alone: its page brings a Markdown library.
		const { exported } = await import('../export/export.ts');
		const parts = exported(forest, wantedOf(input, forest), format);
		const { out } = input.flags;
		if (out === undefined) {
			const text = [...parts].join('');
			return { format, file: null, bytes: Buffer.byteLength(text), text: text.trimEnd() };
		}
		return { format, file: resolve(out), bytes: writeNew(resolve(out), parts), text: '' };
	},
	text: ({ file, bytes, text }) => (file === null ? text : `${displayLine(file)}  ${size(bytes)}`),
	json: ({ format, file, bytes }) => ({ format, file, bytes }),
};

function wantedOf({ words, flags }: Input, forest: Forest): ExportOf {
	const reference = words.join(' ').trim();
	if (reference !== '' && flags.all)
		throw new ArboristError('USAGE', 'A turn and --all were both given.', 'Leave one out.');
	if (flags.all) return 'all';
	if (reference === '') {
		if (flags.sid !== undefined) return { sid: namedSession(forest, flags.sid).sid };
		throw new ArboristError(
			'USAGE',
			'`arborist export` needs a turn, --sid ID or --all.',
			'Like: arborist export 3 --as html --out talk.html',
		);
	}
	const { turn } = forest.resolve(reference, sessionInUse(forest, flags.sid)?.sid ?? null);
	if (turn.audit_mode === 'ROOT') return { sid: turn.sid };
	return flags.path ? { path: turn.bates } : { branch: turn.bates };
}

const BY_ENDING: Readonly<Record<string, ExportFormat>> = {
	'.md': 'md',
	'.markdown': 'md',
	'.html': 'html',
	'.htm': 'html',
	'.json': 'json',
	'.jsonl': 'jsonl',
	'.bundle': 'bundle',
};

function formatOf({ flags }: Input): ExportFormat {
	if (flags.as === undefined) return BY_ENDING[extname(flags.out ?? '').toLowerCase()] ?? 'md';
	const format = EXPORT_FORMATS.find((each) => each === (flags.as === 'markdown' ? 'md' : flags.as));
	if (format) return format;
	throw new ArboristError('USAGE', `There is no format “${flags.as}”.`, `Use one of ${EXPORT_FORMATS.join(', ')}.`);
}
