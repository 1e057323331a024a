import { ArboristError } from '../errors.ts';
import type { Forest } from '../store/forest.ts';
import { type Asked, ask } from './asking.ts';
import type { Command, Context, Input } from './command.ts';
import { age, count, shortSid } from './phrases.ts';
import { namedSession } from './session-in-use.ts';

interface Data extends Asked {
	session_root: string;
	tree_root: string;
	tree_root_bates: string;
	now: number;
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
	const forest = context.forest();
	const { sid, parent } = place(forest, input);
	const asked = await ask({
		forest,
		library: await context.library(),
		engine: context.engine(input.flags.llm),
		question: input.words.join(' '),
		sid,
		parent,
		sessionLabel: input.flags.label,
		noCache: input.flags.cache === false,
		signal: context.signal,
		now: context.now,
	});
	if (input.flags.label !== undefined) forest.labelSession(sid, input.flags.label);
	const root = forest.treeRoot(asked.turn.bates);
	const own = forest.turn(forest.session(sid)?.root_bates ?? '');
	return {
		...asked,
		session_root: own?.subtree_hash ?? '',
		tree_root: root?.subtree_hash ?? '',
		tree_root_bates: root?.bates ?? '',
		now: context.now(),
	};
}

/** The answer, and one line that says what it is worth and where it lies. */
export function answerText({ turn, answered }: Asked, now: number): string {
	const { audit_mode, seq, sid, n_cited_sources, meta } = turn;
	const claims = meta.verdicts ?? [];
	const proven = claims.filter(({ verdict }) => verdict === 'proven').length;
	const worth = audit_mode === 'HYBRID' ? `HYBRID ${proven} of ${claims.length}` : audit_mode;
	const facts = [
		worth,
		...(n_cited_sources > 0 ? [count(n_cited_sources, 'source')] : []),
		`#${seq} of ${shortSid(sid)}`,
	];
	if (meta.carried?.length) facts.push(`carried: ${meta.carried.slice(0, 6).join(', ')}`);
	if (answered.cache_hit && answered.cached_at) facts.push(`answered before, ${age(answered.cached_at, now)}`);
	return `${turn.answer_text}\n\n${facts.join(' · ')}`;
}

export const askCommand: Command<Data> = {
	verb: 'ask',
	usage: ['ask QUESTION [--sid ID] [--at REF] [--continue] [--no-cache] [--label NAME] [--llm NAME] [--json]'],
	summary: 'ask a question; a new session unless told where',
	flags: ['sid', 'at', 'continue', 'cache', 'label', 'llm', 'json'],
	words: 'one',
	run,
	text: (data) => answerText(data, data.now),
	json({ turn, answered, session_root, tree_root, tree_root_bates }) {
		const { bates, sid, seq, parent_bates, question, answer_text, audit_mode, cited_titles, n_cited_sources } = turn;
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
		};
	},
	exitStatus: ({ answered }) => (answered.finish === 'complete' ? 0 : 1),
};
