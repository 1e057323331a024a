import { type Damage, damageOf, repairShard } from '../store/repair.ts';
import { type Findings, verifyFile } from '../store/verify/verify.ts';
import type { Command } from './command.ts';
import { confirmed } from './confirming.ts';
import { findingSentence } from './findings-text.ts';
import { count } from './phrases.ts';

interface Data extends Damage {
	/** False when it was only shown, or nothing was to be done. */
	repaired: boolean;
	/** What a verification found afterwards. */
	after: Findings | null;
}

const SHOWN = 10;
const NOTHING: Data = { derived: [], recorded: [], subtreesStay: false, repaired: false, after: null };

function listed(findings: Damage['derived']): string[] {
	const more = findings.length > SHOWN ? [`  … and ${findings.length - SHOWN} more`] : [];
	return [...findings.slice(0, SHOWN).map((finding) => `  ${findingSentence(finding)}`), ...more];
}

function damageText({ derived, recorded, subtreesStay }: Damage): string {
	const made = derived.length > 0 ? [`Can be made anew: ${count(derived.length, 'fault')}`] : [];
	const lost =
		recorded.length > 0 ? [`Left as it is, for it cannot be made again: ${count(recorded.length, 'fault')}`] : [];
	const stay = subtreesStay
		? ['Subtree hashes stay too while the record has faults: they would hide what was changed.']
		: [];
	return [...made, ...listed(derived), ...lost, ...listed(recorded), ...stay].join('\n');
}

export const repair: Command<Data> = {
	verb: 'repair',
	usage: ['repair [--yes] [--json]'],
	summary: 'make the indexes and the subtree hashes anew where they are wrong; what is recorded is never touched',
	flags: ['yes', 'json'],
	words: 'none',
	async run({ flags }, context) {
		const shard = context.existingShard();
		if (shard === undefined) return NOTHING;
		context.progress('Looking for what is wrong …');
		const damage = damageOf(verifyFile(shard));
		context.progress(null);
		const shown = { ...NOTHING, ...damage };
		if (damage.derived.length === 0 || !(await confirmed(context, flags.yes, damageText(damage)))) return shown;
		context.progress('Making anew …');
		return { ...shown, repaired: true, after: repairShard(shard, damage) };
	},
	text(data) {
		const { derived, recorded, repaired, after } = data;
		if (derived.length === 0 && recorded.length === 0) return 'Nothing to repair.';
		if (derived.length === 0)
			return `${damageText(data)}\nThere is nothing that could be made anew. Put a backup in the place of the shard.`;
		if (!repaired) return `${damageText(data)}\nNothing was changed. To make it anew, add --yes.`;
		const left = after?.findings.length ?? 0;
		return left === 0
			? 'Made anew; verify finds nothing wrong any more.'
			: `Made anew; ${count(left, 'fault')} left, which cannot be made again: see \`arborist verify\`.`;
	},
	exitStatus: ({ derived, recorded, after }) =>
		(after ? after.findings.length : derived.length + recorded.length) === 0 ? 0 : 3,
};
