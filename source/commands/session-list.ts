import { batesAt } from '../store/bates.ts';
import type { SessionSummary } from '../store/statements.ts';
import type { Command } from './command.ts';
import { age, countColumn, oneLine } from './phrases.ts';

interface Data {
	/** With the first question, which tells what an unnamed session is about. */
	sessions: (SessionSummary & { first: string | undefined })[];
	now: number;
}

export const sessionList: Command<Data> = {
	verb: 'session',
	option: 'list',
	usage: ['session --list [--json]'],
	summary: 'list all sessions, newest turn first',
	flags: ['list', 'json'],
	words: 'none',
	run(_input, context) {
		const forest = context.existingForest();
		const sessions = forest
			.sessions()
			.map((session) => ({ ...session, first: forest.turn(batesAt(session.sid, 1))?.question }));
		return { sessions, now: context.now() };
	},
	text({ sessions, now }) {
		if (sessions.length === 0)
			return 'No sessions yet. Ask a first question: arborist ask "how do I fork a conversation?"';
		const rows = sessions.map(
			({ sid, turns, newest_at, label, first }) =>
				`${sid}  ${countColumn(turns, 'turn')}  ${age(newest_at, now).padStart(4)}  ${label === null ? `“${oneLine(first ?? '', 30)}”` : oneLine(label, 32)}`,
		);
		return rows.join('\n');
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
