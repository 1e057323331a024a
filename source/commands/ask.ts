import { attachedPassages } from '../answer/attached.ts';
import { ArboristError } from '../errors.ts';
import { type Library, openLibrary } from '../library/library.ts';
import type { Forest } from '../store/forest.ts';
import { safeJson } from '../text.ts';
import { type Asked, ask } from './asking.ts';
import { choiceOf, ENGINE_FLAGS } from './choosing.ts';
import type { Command, Context, Input } from './command.ts';
import { namedSession } from './session-in-use.ts';
import { eventLine } from './stream-json.ts';
import { type Stream, streamTo } from './streaming.ts';

interface Data extends Asked {
	session_root: string;
	tree_root: string;
	tree_root_bates: string;
	/** Its text as far as it is not shown yet. */
	rest: string;
}

/** Where a question lands: the minting session, and the turn above; null for the root of the session. */
function place(forest: Forest, { flags }: Input): { sid: string; parent: string | null } {
	const named = flags.sid === undefined ? undefined : namedSession(forest, flags.sid);
	const last = flags.continue ? forest.lastSession() : undefined;
	if (flags.continue && named)
		throw new ArboristError('USAGE', '--continue and --sid both name a session.', 'Give one of them.');
	const session = named ?? last;
	if (flags.at !== undefined) {
		const { turn } = forest.resolve(flags.at, (session ?? forest.lastSession())?.sid ?? null);
		return { sid: session?.sid ?? turn.sid, parent: turn.bates };
	}
	return session ? { sid: session.sid, parent: session.current_bates } : { sid: forest.begin(), parent: null };
}

async function run(input: Input, context: Context): Promise<Data> {
	const { flags } = input;
	const forest = context.forest();
	const { sid, parent } = place(forest, input);
	const engine = await context.engine(choiceOf(flags));
	const { answer } = await context.settings();
	const files = flags.file ?? [];
	const attached = files.length > 0 && engine.plan !== undefined ? attachedPassages(files) : [];
	const stream = flags.streamJson ? jsonStream(context) : flags.json ? SILENT : streamTo(context, engine);
	const asked = await ask({
		forest,
		library: files.length > 0 && engine.plan === undefined ? await libraryOf(files, context) : await context.library(),
		engine,
		question: input.words.join(' '),
		sid,
		parent,
		sessionLabel: flags.label,
		noCache: flags.cache === false,
		noHistory: flags.history === false || !answer.history,
		attached,
		dropStopped: !answer.keep_stopped,
		onEvent: stream.onEvent,
		evenSecret: flags.yes ?? false,
		signal: context.signal,
		now: context.now,
	});
	if (flags.label !== undefined) forest.labelSession(sid, flags.label);
	const root = forest.treeRoot(asked.turn.bates);
	const own = forest.turn(forest.session(sid)?.root_bates ?? '');
	const data = {
		...asked,
		session_root: own?.subtree_hash ?? '',
		tree_root: root?.subtree_hash ?? '',
		tree_root_bates: root?.bates ?? '',
		rest: stream.end(asked, context.now()),
	};
	if (flags.streamJson) context.print(safeJson({ event: 'turn', ...turnJson(data) }, 0));
	return data;
}

const SILENT: Stream = { onEvent: () => undefined, end: () => '' };

function jsonStream(context: Context): Stream {
	return {
		onEvent(event) {
			const line = eventLine(event);
			if (line !== undefined) context.print(line);
		},
		end: () => '',
	};
}

/** For an engine that quotes, attached files are the whole library. */
async function libraryOf(files: readonly string[], { now }: Context): Promise<Library> {
	const library = await openLibrary(':memory:', { now });
	const { skipped } = await library.add(files);
	const [first] = skipped;
	if (first === undefined) return library;
	library.close();
	throw new ArboristError(
		'FILE_NOT_FOUND',
		`${first.path} cannot be attached: ${first.reason}.`,
		'Attach text, as `arborist add` takes it.',
	);
}

export const askCommand: Command<Data> = {
	verb: 'ask',
	usage: [
		'ask QUESTION [--sid ID] [--at REF] [--continue] [--no-cache] [--label NAME] [--llm NAME] [--yes] [--json]',
		'ask QUESTION [--engine NAME] [--model NAME] [--base-url URL] [--key-env VAR] [--no-history] [--file PATH] [--stream-json]',
	],
	summary: 'ask a question; a new session unless told where',
	flags: ['sid', 'at', 'continue', 'cache', 'history', 'label', 'file', ...ENGINE_FLAGS, 'yes', 'json', 'streamJson'],
	words: 'one',
	verbatim: true,
	run,
	text: ({ rest }) => rest,
	json: turnJson,
	exitStatus: ({ answered }) => (answered.finish === 'complete' ? 0 : 1),
};

/** A turn for programs. */
function turnJson({ turn, answered, session_root, tree_root, tree_root_bates }: Data) {
	const { bates, sid, seq, parent_bates, question, answer_text, audit_mode, cited_titles, n_cited_sources, meta } =
		turn;
	return {
		bates,
		sid,
		seq,
		parent_bates,
		question,
		answer_text,
		audit_mode,
		cited_titles,
		n_cited_sources,
		cache_key: turn.cache_key,
		cache_hit: answered.cache_hit,
		node_hash: turn.node_hash,
		subtree_hash: turn.subtree_hash,
		session_root,
		tree_root,
		tree_root_bates,
		created_at: turn.created_at,
		finish: answered.finish,
		evidence: answered.evidence.map(({ pointer, title, source, text }) => ({ pointer, title, source, text })),
		engine: meta.engine ?? null,
		model: meta.model ?? null,
		usage: meta.usage ?? null,
		verdicts: meta.verdicts ?? [],
		history: meta.history ?? [],
	};
}
