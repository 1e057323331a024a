import { resolve } from 'node:path';
import type { Backup } from '../store/backup.ts';
import { displayLine } from '../text.ts';
import type { Command } from './command.ts';
import { neededPath, neededShard } from './needed.ts';
import { size } from './phrases.ts';

export const backup: Command<Backup> = {
	verb: 'backup',
	usage: ['backup PATH [--json]'],
	summary: 'copy the shard into a new file, consistent while it is in use; the library is made anew from its documents',
	flags: ['json'],
	words: 'one',
	run({ words }, context) {
		const path = neededPath(words);
		neededShard(context);
		context.progress('Copying …');
		return context.existingForest().backup(resolve(path));
	},
	text: ({ path, bytes, head }) =>
		[
			`${displayLine(path)}  ${size(bytes)}, a copy of this moment`,
			...(head ? [`head     ${head.seq} ${head.event_hash}`] : []),
			'To look into it: arborist --sessions-db PATH. To go back to it: close Arborist, remove the -wal and -shm beside the',
			'shard, move the copy into its place, and run `arborist verify --accept`.',
		].join('\n'),
};
