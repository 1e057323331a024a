import type { SessionSummary } from '../store/statements.ts';
import type { Command } from './command.ts';
import { age, count, oneLine } from './phrases.ts';

interface Data {
	sessions: SessionSummary[];
	now: number;
}

export const sessionList: Command<Data> = {
	verb: 'session',
	option: 'list',
	usage: ['session --list [--json]'],
	summary: 'list all sessions, newest turn first',
	flags: ['list', 'json'],
	words: 'none',
	run: (_input, context) => ({ sessions: context.existingForest().sessions(), now: context.now() }),
	text({ sessions, now }) {
		if (sessions.length === 0)
			return 'No sessions yet. Ask a first question: arborist ask "how do I fork a conversation?"';
		const rows = sessions.map(
			({ sid, turns, newest_at, label }) =>
				`${sid}  ${count(turns, 'turn').padStart(11)}  ${age(newest_at, now).padStart(4)}  ${oneLine(label ?? '', 40)}`,
		);
		return rows.map((row) => row.trimEnd()).join('\n');
	},
	json: ({ sessions }) =>
		sessions.map(({ sid, root_bates, current_bates, next_seq, created_at, updated_at, label, turns }) => ({
			sid,
			root_bates,
			current_bates,
			next_seq,
			created_at,
			updated_at,
			label,
			turns,
		})),
};
