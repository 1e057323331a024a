import type { Forest } from '../../source/store/forest.ts';
import type { Turn } from '../../source/store/types.ts';

/** A forest as lines: a session's name, then its turns, set in below what they hang under. Sessions by id. */
export function outlineOf(forest: Forest): string[] {
	const sessions = [...forest.sessions()].sort((a, b) => (a.sid < b.sid ? -1 : 1));
	return sessions.flatMap(({ label, root_bates, current_bates }) => {
		const lines = [`${label ?? 'no name'}:`];
		const waiting = forest
			.children(root_bates)
			.map((turn) => ({ turn, depth: 1 }))
			.reverse();
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const { turn, depth } = next;
			lines.push('  '.repeat(depth) + lineOf(turn, turn.bates === current_bates, turn.sid !== root_bates.slice(0, -7)));
			for (const child of forest.children(turn.bates).reverse()) waiting.push({ turn: child, depth: depth + 1 });
		}
		return lines;
	});
}

function lineOf({ question, answer_text, label, meta }: Turn, isCurrent: boolean, isOther: boolean): string {
	const text = (of: string) => of.replaceAll('\n', '⏎');
	const { finish, model, source } = meta;
	const facts = [
		model,
		finish === 'complete' ? undefined : finish,
		source?.tools,
		source?.inferred && `inferred ${source.inferred}`,
		isOther ? 'other session' : undefined,
		label === null ? undefined : `#${label}`,
		isCurrent ? 'here' : undefined,
	];
	const said = facts.filter(Boolean).join(', ');
	return `${text(question)} = ${text(answer_text)}${said === '' ? '' : ` (${said})`}`;
}
