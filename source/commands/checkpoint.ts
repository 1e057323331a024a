import { ArboristError } from '../errors.ts';
import { type Checkpoint, checkpointOf } from '../store/checkpoint.ts';
import { headLine } from '../store/head-file.ts';
import { signNote, verifierKey } from '../store/note.ts';
import { anchorNamed, homeKey } from './anchors.ts';
import type { Command } from './command.ts';
import { neededShard } from './needed.ts';

interface Data extends Checkpoint {
	/** The signed form. */
	note: string | null;
	/** The key with which others check the signature. */
	key: string | null;
}

export const checkpoint: Command<Data> = {
	verb: 'checkpoint',
	usage: ['checkpoint [--signed] [--since FILE] [--json]'],
	summary: 'print the head of the record: kept elsewhere, it shows later that nothing up to it was changed',
	flags: ['signed', 'since', 'json'],
	words: 'none',
	verbatim: true,
	run({ flags }, context) {
		const shard = neededShard(context);
		const since = flags.since === undefined ? undefined : anchorNamed(flags.since, context.paths.home);
		if (since && since.kind !== 'note')
			throw new ArboristError(
				'USAGE',
				`“${flags.since}” is not signed.`,
				'To compare with a plain line: verify --against.',
			);
		const signed = flags.signed ?? since !== undefined;
		const found = checkpointOf(shard, signed, since?.note.size);
		if (since && !found.start?.equals(since.note.root))
			throw new ArboristError(
				'SHARD_DAMAGED',
				`The record does not go on from “${flags.since}”.`,
				'See `arborist verify --against` with the same file.',
			);
		if (!signed) return { ...found, note: null, key: null };
		const key = homeKey(context.paths.home);
		return { ...found, note: signNote(found, key), key: verifierKey(key) };
	},
	// A note ends with its own line break.
	text: ({ head, note, consistency }) => [note?.trimEnd() ?? headLine(head), ...consistency].join('\n'),
	json: ({ head, note, key, origin, size, root, consistency }) => ({
		head,
		...(note !== null && { origin, size, root: root.toString('base64'), note, key, consistency }),
	}),
};
