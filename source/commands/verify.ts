import { statSync } from 'node:fs';
import { ArboristError } from '../errors.ts';
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
	if (data.intact && data.events === 0) return 'Nothing to check: the shard is empty, or not there yet.';
	const lines = parts.map((part) => {
		const broken = data.counts[part];
		if (broken > 0) return `${part.padEnd(8)} ✗ ${count(broken, 'fault')}`;
		// A file that cannot be read to its end says nothing about the rest.
		return `${part.padEnd(8)} ${data.counts.file > 0 ? '– cannot be told' : `✓ ${HOLDS[part](data)}`}`;
	});
	lines.push('anchor   – none kept elsewhere: a cut end or an older copy would not show');
	for (const { id, where, what } of data.findings.slice(0, SHOWN)) lines.push(`\n${where} ${what} (${id})`);
	if (data.findings.length > SHOWN) lines.push(`\n… and more: --json lists ${data.findings.length}`);
	if (data.head) lines.push(`\nhead     ${data.head.seq} ${data.head.event_hash}`);
	return lines.join('\n');
}

const NOTHING: Findings = {
	intact: true,
	findings: [],
	counts: { file: 0, chain: 0, replay: 0, turns: 0, hashes: 0, index: 0 },
	sessions: 0,
	turns: 0,
	events: 0,
	head: null,
};

/** A shard that is not there yet holds nothing that could be broken; one that cannot be opened any more is broken. */
function verify(context: Context, chainOnly: boolean): Findings {
	const shard = context.existingShard();
	if (shard === undefined || isEmpty(shard)) return NOTHING;
	try {
		return verifyFile(shard, { chainOnly });
	} catch (error) {
		if (!(error instanceof ArboristError) || error.code !== 'SHARD_DAMAGED') throw error;
		const what = 'is damaged: SQLite cannot read enough of it to check more';
		const findings: Findings['findings'] = [{ id: 'file.damaged', part: 'file', where: shard, what }];
		return { ...NOTHING, intact: false, findings, counts: { ...NOTHING.counts, file: 1 } };
	}
}

/** What is left when a program was ended right after it made the file. */
function isEmpty(path: string): boolean {
	const found = statSync(path);
	return found.isFile() && found.size === 0;
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
