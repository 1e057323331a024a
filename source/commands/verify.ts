import { existsSync } from 'node:fs';
import type { Part } from '../store/verify/findings.ts';
import { type Findings, verifyFile } from '../store/verify/verify.ts';
import type { Command, Context } from './command.ts';
import { count } from './phrases.ts';

// What is said of each part when it holds; `verify` shows one line a part.
const HOLDS: Record<Part, (findings: Findings) => string> = {
	file: () => 'SQLite reads all of it',
	chain: ({ events }) => `${count(events, 'event')}, each names the one before`,
	replay: () => 'sessions, labels and places are what the events say',
	turns: () => 'questions, answers and citations are what was recorded',
	hashes: ({ turns, sessions }) => `${count(turns, 'turn')}, ${count(sessions, 'root')}`,
	index: () => 'search finds what the turns say',
};

const SHOWN = 20;

export function findingsText(data: Findings, parts: readonly Part[]): string {
	const lines = parts.map((part) => {
		const broken = data.counts[part];
		return `${part.padEnd(8)} ${broken === 0 ? `✓ ${HOLDS[part](data)}` : `✗ ${count(broken, 'fault')}`}`;
	});
	lines.push('anchor   – none kept elsewhere: a cut end or an older copy would not show');
	for (const { id, where, what } of data.findings.slice(0, SHOWN)) lines.push(`\n${where} ${what} (${id})`);
	if (data.findings.length > SHOWN) lines.push(`\n… and more: --json lists ${data.findings.length}`);
	if (data.head) lines.push(`\nhead     ${data.head.seq} ${data.head.event_hash}`);
	return lines.join('\n');
}

/** A shard that is not there yet holds nothing that could be broken. */
function verify({ paths }: Context, chainOnly: boolean): Findings {
	if (!existsSync(paths.shard)) {
		const counts = { file: 0, chain: 0, replay: 0, turns: 0, hashes: 0, index: 0 };
		return { intact: true, findings: [], counts, sessions: 0, turns: 0, events: 0, head: null };
	}
	return verifyFile(paths.shard, { chainOnly });
}

export const verifyCommand: Command<Findings> = {
	verb: 'verify',
	usage: ['verify [--json]'],
	summary: 'check every row, every hash, the audit chain and the search index',
	flags: ['json'],
	words: 'none',
	run: (_input, context) => verify(context, false),
	text: (data) => findingsText(data, ['file', 'chain', 'replay', 'turns', 'hashes', 'index']),
	exitStatus: ({ intact }) => (intact ? 0 : 3),
};

export const chainCheck: Command<Findings> = {
	verb: 'session',
	option: 'chainCheck',
	usage: ['session --chain-check [--json]'],
	summary: 'check the audit chain alone',
	flags: ['chainCheck', 'json'],
	words: 'none',
	run: (_input, context) => verify(context, true),
	text: (data) => findingsText(data, ['file', 'chain']),
	exitStatus: ({ intact }) => (intact ? 0 : 3),
};
