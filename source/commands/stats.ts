import { ArboristError } from '../errors.ts';
import type { ShardStats } from '../store/stats.ts';
import type { Command } from './command.ts';
import { count, size } from './phrases.ts';

interface Data extends ShardStats {
	/** What `session --gc --keep N` would remove, and about how many bytes of the file that are. */
	gc: { keep: number; sessions: number; turns: number; bytes: number };
}

const KEEP = 50;

export const stats: Command<Data> = {
	verb: 'stats',
	usage: ['stats [--keep N] [--json]'],
	summary: 'how big the shard is, what shape the forest has, and what --gc would free (keeping 50 sessions)',
	flags: ['keep', 'json'],
	words: 'none',
	run({ flags }, context) {
		const keep = flags.keep ?? KEEP;
		if (!Number.isSafeInteger(keep) || keep < 0)
			throw new ArboristError('USAGE', '--keep needs a whole number.', 'Like: arborist stats --keep 50');
		const forest = context.existingForest();
		const all = forest.stats();
		const { goes, turns } = forest.prunable(keep);
		const text = all.turn_bytes + all.index_bytes;
		const bytes = all.free_bytes + (all.turns > 0 ? Math.round((text * turns) / all.turns) : 0);
		return { ...all, gc: { keep, sessions: goes.length, turns, bytes } };
	},
	text(data) {
		const { gc } = data;
		const rows: [string, string][] = [
			['sessions', data.sessions.toLocaleString('en')],
			[
				'turns',
				`${data.turns.toLocaleString('en')}: ${data.labelled_turns} labelled, ${data.imported_turns} imported, ${data.forgotten_turns} forgotten`,
			],
			[
				'shape',
				`${count(data.depth, 'turn')} deep, at most ${data.fan_out} below one, ${count(data.branch_points, 'branch point')}, ${count(data.forks_across_sessions, 'fork')} across sessions`,
			],
			['file', `${size(data.file_bytes)}, journal ${size(data.journal_bytes)}`],
			[
				'of it',
				`turns ${size(data.turn_bytes)}, index ${size(data.index_bytes)}, ${count(data.events, 'event')} ${size(data.event_bytes)}, free ${size(data.free_bytes)}`,
			],
			[
				'gc',
				gc.sessions === 0
					? `would remove nothing (keeping ${gc.keep})`
					: `would remove ${count(gc.sessions, 'session')} with ${count(gc.turns, 'turn')}, about ${size(gc.bytes)} (keeping ${gc.keep})`,
			],
		];
		return rows.map(([name, value]) => `${name.padEnd(9)} ${value}`).join('\n');
	},
};
