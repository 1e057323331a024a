import type { Context } from './command.ts';

/** Whether to go on: `--yes`, or on a terminal the word typed after the question. Elsewhere it is only shown what would be done. */
export async function confirmed(context: Context, yes: boolean | undefined, shown: string): Promise<boolean> {
	if (yes || !context.interactive) return yes ?? false;
	context.print(shown);
	for await (const answer of context.lines(() => 'Type yes to do it: ')) return answer.trim().toLowerCase() === 'yes';
	return false;
}
