import type { Profile } from '../config/profile.ts';
import { groupBy } from '../group.ts';
import type { TurnUsage } from '../store/usage.ts';
import type { Command } from './command.ts';
import { count, seconds, shortSid } from './phrases.ts';
import { namedSession, sessionInUse } from './session-in-use.ts';

/** What some answers took together. Tokens that no server told are counted as none. */
interface Sum {
	/** A day, a session, or an engine with its model. */
	name: string;
	turns: number;
	input_tokens: number;
	output_tokens: number;
	/** The median of those that tell it. */
	first_token_ms: number | null;
	total_ms: number;
	/** In the currency of the settings; null where no price is given. */
	price: number | null;
}

interface Data {
	total: Sum;
	days: Sum[];
	sessions: Sum[];
	engines: Sum[];
	turns: (TurnUsage & { price: number | null })[];
}

type Priced = Data['turns'][number];

/** What a turn cost by the price of its engine in the settings, as it is now. */
function priceOf(
	{ engine, model, input_tokens, output_tokens }: TurnUsage,
	profiles: readonly Profile[],
): number | null {
	const profile = profiles.find((each) => each.name === engine && each.model === model);
	if (profile?.price_input === undefined && profile?.price_output === undefined) return null;
	const { price_input = 0, price_output = 0 } = profile;
	return ((input_tokens ?? 0) * price_input + (output_tokens ?? 0) * price_output) / 1_000_000;
}

function summed(name: string, turns: readonly Priced[]): Sum {
	const sum = (value: (turn: Priced) => number | null) => turns.reduce((all, turn) => all + (value(turn) ?? 0), 0);
	const first = turns.flatMap(({ first_token_ms }) => first_token_ms ?? []).sort((a, b) => a - b);
	const priced = turns.some(({ price }) => price !== null);
	return {
		name,
		turns: turns.length,
		input_tokens: sum((turn) => turn.input_tokens),
		output_tokens: sum((turn) => turn.output_tokens),
		first_token_ms: first[Math.floor(first.length / 2)] ?? null,
		total_ms: sum((turn) => turn.total_ms),
		price: priced ? sum((turn) => turn.price) : null,
	};
}

function grouped(turns: readonly Priced[], nameOf: (turn: Priced) => string): Sum[] {
	return [...groupBy(turns, nameOf)].map(([name, group]) => summed(name, group));
}

function sumLine({ name, turns, input_tokens, output_tokens, first_token_ms, total_ms, price }: Sum): string {
	const facts = [
		count(turns, 'answer').padStart(12),
		`${input_tokens.toLocaleString('en')} + ${output_tokens.toLocaleString('en')} tokens`.padStart(24),
		seconds(total_ms).padStart(8),
		first_token_ms === null ? '' : `first word ${seconds(first_token_ms)}`,
		price === null ? '' : `price ${price.toFixed(4)}`,
	];
	return `  ${name.padEnd(24)} ${facts.filter(Boolean).join('  ')}`;
}

export const usage: Command<Data> = {
	verb: 'usage',
	usage: ['usage [--at REF] [--sid ID] [--json]'],
	summary: 'what the answers of models took: tokens, time, price; by day, session and engine; of a branch with --at',
	flags: ['at', 'sid', 'json'],
	words: 'none',
	async run({ flags }, context) {
		const forest = context.existingForest();
		const { engine } = await context.settings();
		const profiles = engine.map(({ profile }) => profile);
		const at =
			flags.at === undefined ? undefined : forest.resolve(flags.at, sessionInUse(forest, flags.sid)?.sid ?? null);
		const sid = flags.sid === undefined || at ? undefined : namedSession(forest, flags.sid).sid;
		const turns = forest
			.usage(at?.turn.bates)
			.filter((turn) => sid === undefined || turn.sid === sid)
			.map((turn) => ({ ...turn, price: priceOf(turn, profiles) }));
		return {
			total: summed('all', turns),
			days: grouped(turns, ({ created_at }) => created_at.slice(0, 10)),
			sessions: grouped(turns, (turn) => turn.sid),
			engines: grouped(turns, (turn) => [turn.engine, turn.model].filter(Boolean).join(' ')),
			turns,
		};
	},
	text({ total, days, sessions, engines }) {
		if (total.turns === 0) return 'No answer of a model yet: the excerpt engine takes no tokens.';
		const named = sessions.map((sum) => ({ ...sum, name: shortSid(sum.name) }));
		const groups: [string, Sum[]][] = [
			['by day', days],
			['by session', named],
			['by engine', engines],
			['together', [total]],
		];
		return groups.map(([title, sums]) => [title, ...sums.map(sumLine)].join('\n')).join('\n\n');
	},
};
