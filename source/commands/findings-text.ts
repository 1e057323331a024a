import type { Finding, Part } from '../store/verify/findings.ts';
import type { Findings } from '../store/verify/verify.ts';
import { count } from './phrases.ts';

// What is said of each part when it holds; `verify` shows one line a part.
const HOLDS: Record<Exclude<Part, 'anchor'>, (findings: Findings) => string> = {
	file: () => 'SQLite reads all of it',
	chain: ({ events }) => `${count(events, 'event')}, each names the one before`,
	replay: () => 'sessions, labels and places are what the events say',
	turns: () => 'questions, answers and citations are what was recorded',
	hashes: ({ turns, sessions }) => `${count(turns, 'turn')}, ${count(sessions, 'root')}`,
	index: () => 'search finds what the turns say',
	beside: () => 'drafts and what the screen keeps can be read',
};

const SHOWN = 20;

/** A verdict for each part, with its first fault in words; then the faults one by one, and the head. */
export function findingsText(data: Findings, parts: readonly Part[]): string {
	if (data.intact && data.events === 0) return 'Nothing to check: the shard is empty, or not there yet.';
	const lines = parts.map((part) => `${part.padEnd(8)} ${verdict(data, part)}`);
	for (const finding of data.findings.slice(0, SHOWN)) lines.push(`\n${findingSentence(finding)} (${finding.id})`);
	if (data.findings.length > SHOWN) lines.push(`\n… and more: --json lists ${data.findings.length}`);
	if (data.head) lines.push(`\nhead     ${data.head.seq} ${data.head.event_hash}`);
	return lines.join('\n');
}

function verdict(data: Findings, part: Part): string {
	const broken = data.counts[part];
	const first = data.findings.find((finding) => finding.part === part);
	if (broken > 0) return `✗ ${count(broken, 'fault')}${first ? `: ${findingSentence(first)}` : ''}`;
	// A file that cannot be read to its end says nothing about the rest.
	if (data.counts.file > 0) return '– cannot be told';
	return part === 'anchor' ? anchorText(data) : `✓ ${HOLDS[part](data)}`;
}

export function findingSentence({ where, what }: Finding): string {
	return `${where}: ${what}`;
}

/** What is compared with something outside the file, and what cannot be ruled out without. */
function anchorText({ anchors }: Findings): string {
	const given = anchors.find(({ from }) => from === 'given');
	if (given)
		return `✓ event ${given.seq} is the one that was kept elsewhere: nothing up to there was cut off or rewritten`;
	const [beside] = anchors;
	return beside
		? `– goes on from the head file beside it (event ${beside.seq}); none kept elsewhere: a cut end or an older copy would not show where that file was changed too`
		: '– none kept elsewhere: a cut end or an older copy would not show';
}
