import { statSync } from 'node:fs';
import { ArboristError } from '../errors.ts';
import { acceptHead } from '../store/accept.ts';
import type { Head } from '../store/types.ts';
import { noFaults, PARTS } from '../store/verify/findings.ts';
import type { Stage } from '../store/verify/progress.ts';
import { type Findings, verifyFile } from '../store/verify/verify.ts';
import { anchorNamed } from './anchors.ts';
import type { Command, Context, Input } from './command.ts';
import { findingsText } from './findings-text.ts';

interface Data extends Findings {
	/** The head that the shard's own was taken instead of, on purpose. */
	accepted?: Head | null;
}

const NOTHING: Findings = {
	intact: true,
	findings: [],
	counts: noFaults(),
	sessions: 0,
	turns: 0,
	events: 0,
	head: null,
	anchors: [],
};

/** A shard that is not there yet holds nothing that could be broken; one that cannot be opened any more is broken. */
function verify({ flags }: Input, context: Context, chainOnly: boolean): Data {
	const shard = context.existingShard();
	if (flags.against !== undefined && flags.accept)
		throw new ArboristError('USAGE', '--against and --accept do not go together.', 'Compare first, then accept.');
	const against = flags.against === undefined ? undefined : anchorNamed(flags.against, context.paths.home);
	if (shard === undefined || isEmpty(shard)) {
		if (against)
			throw new ArboristError(
				'FILE_NOT_FOUND',
				'There is no shard to compare the anchor with.',
				'Check --sessions-db.',
			);
		return NOTHING;
	}
	try {
		const onProgress = (stage: Stage) => context.progress(stageText(stage, context.now() - begun));
		const begun = context.now();
		const found = verifyFile(shard, { chainOnly, onProgress, ...(against && { against }) });
		return flags.accept ? accept(shard, found, context.now()) : found;
	} catch (error) {
		if (!(error instanceof ArboristError) || error.code !== 'SHARD_DAMAGED') throw error;
		const what = 'is damaged: SQLite cannot read enough of it to check more';
		const findings: Findings['findings'] = [{ id: 'file.damaged', part: 'file', where: shard, what }];
		return { ...NOTHING, intact: false, findings, counts: { ...NOTHING.counts, file: 1 } };
	}
}

/** `turns 40,000 of 100,000, 52,000 a second` */
function stageText({ what, done, of }: Stage, milliseconds: number): string {
	if (done === 0) return `Verifying: ${what}`;
	const total = of > 0 ? ` of ${of.toLocaleString('en')}` : '';
	const rate = milliseconds > 0 ? `, ${Math.round((done / milliseconds) * 1000).toLocaleString('en')} a second` : '';
	return `Verifying: ${what} ${done.toLocaleString('en')}${total}${rate}`;
}

/** A restore is accepted only of a shard that has no other fault: what the anchor is about would not be what is checked. */
function accept(shard: string, found: Findings, now: number): Data {
	const { findings, head } = found;
	if (findings.some(({ part }) => part !== 'anchor') || head === null) return found;
	if (findings.length === 0) return { ...found, accepted: null };
	const accepted = acceptHead(shard, head, new Date(now).toISOString());
	return { ...found, accepted, anchors: [], findings: [], intact: true, counts: noFaults() };
}

/** What is left when a program was ended right after it made the file. */
function isEmpty(path: string): boolean {
	const found = statSync(path);
	return found.isFile() && found.size === 0;
}

function acceptedText({ accepted, head }: Data): string {
	if (accepted === undefined) return '';
	if (accepted === null || head === null) return '\n\nNothing to accept: the shard goes on from its head file.';
	return `\n\nAccepted: the shard goes on from event ${head.seq}, instead of event ${accepted.seq} ${accepted.event_hash}.`;
}

export const verifyCommand: Command<Data> = {
	verb: 'verify',
	usage: ['verify [--against FILE] [--accept] [--json]'],
	summary: 'check every row, every hash, the audit chain, the search index, and what was kept of it elsewhere',
	flags: ['against', 'accept', 'json'],
	words: 'none',
	run: (input, context) => verify(input, context, false),
	text: (data) => findingsText(data, PARTS) + acceptedText(data),
	exitStatus: ({ intact }) => (intact ? 0 : 3),
};

export const chainCheck: Command<Data> = {
	verb: 'session',
	option: 'chainCheck',
	usage: ['session --chain-check [--json]'],
	summary: 'check the audit chain alone',
	flags: ['chainCheck', 'json'],
	words: 'none',
	run: (input, context) => verify(input, context, true),
	text: (data) => findingsText(data, ['file', 'chain', 'anchor']),
	exitStatus: ({ intact }) => (intact ? 0 : 3),
};
