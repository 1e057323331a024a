import { ArboristError } from '../errors.ts';
import type { PrunePlan } from '../store/prune.ts';
import type { Command } from './command.ts';
import { confirmed } from './confirming.ts';
import { NOT_SCRUBBED, pruneEverywhere } from './erasing.ts';
import { age, count, countColumn, oneLine } from './phrases.ts';

interface Data extends PrunePlan {
	keep: number;
	/** False when it was only shown. */
	removed: boolean;
	scrubbed: boolean;
	now: number;
}

const SHOWN = 20;

function planText({ goes, stays, turns, keep, now }: Data, verb: string): string {
	const row = ({ sid, turns, newest_at, label }: PrunePlan['goes'][number]) =>
		`  ${sid}  ${countColumn(turns, 'turn')}  ${age(newest_at, now).padStart(4)}${label === null ? '' : `  ${oneLine(label, 32)}`}`;
	const more = (all: readonly unknown[]) => (all.length > SHOWN ? [`  … and ${all.length - SHOWN} more`] : []);
	return [
		goes.length === 0
			? `Nothing to remove beyond the newest ${keep}.`
			: `${verb} ${count(goes.length, 'session')} with ${count(turns, 'turn')}, for good: this cannot be undone.`,
		...goes.slice(0, SHOWN).map(row),
		...more(goes),
		...(stays.length > 0 ? [`As old, but they stay: ${count(stays.length, 'session')}`] : []),
		...stays.slice(0, SHOWN).map(({ session, reason }) => `${row(session)}  ${reason}`),
		...more(stays),
	].join('\n');
}

export const sessionGc: Command<Data> = {
	verb: 'session',
	option: 'gc',
	usage: ['session --gc --keep N [--yes] [--json]'],
	summary:
		'remove old sessions for good, but for the newest N and those that are labelled, open or needed; shown first',
	flags: ['gc', 'keep', 'yes', 'json'],
	words: 'none',
	async run({ flags }, context) {
		const { keep } = flags;
		if (keep === undefined || !Number.isSafeInteger(keep) || keep < 0)
			throw new ArboristError('USAGE', 'How many sessions stay is not said.', 'Like: arborist session --gc --keep 50');
		const shown = context.existingForest().prunable(keep);
		const data = { ...shown, keep, removed: false, scrubbed: true, now: context.now() };
		if (shown.goes.length === 0 || !(await confirmed(context, flags.yes, planText(data, 'This removes')))) return data;
		context.progress('Removing, and writing the file anew …');
		const sids = shown.goes.map(({ sid }) => sid);
		const done = pruneEverywhere(context.forest(), await context.library(), sids);
		return { ...data, ...done, stays: [...shown.stays, ...done.stays], removed: true };
	},
	text(data) {
		if (data.goes.length === 0) return planText(data, '');
		if (!data.removed) return `${planText(data, 'This would remove')}\nNothing was removed. To do it, add --yes.`;
		const { goes, turns, scrubbed } = data;
		const said = `Removed ${count(goes.length, 'session')} with ${count(turns, 'turn')}`;
		return scrubbed ? `${said}; nothing of their text is left.` : `${said}.\n${NOT_SCRUBBED}`;
	},
	json: ({ keep, removed, scrubbed, goes, stays, turns }) => ({
		keep,
		removed,
		scrubbed,
		turns,
		goes: goes.map(({ sid, turns, newest_at, label }) => ({ sid, turns, newest_at, label })),
		stays: stays.map(({ session: { sid, turns, newest_at, label }, reason }) => ({
			sid,
			turns,
			newest_at,
			label,
			reason,
		})),
	}),
};
