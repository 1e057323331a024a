import type { Look } from '../look.ts';
import { clipToWidth, wrap } from '../screen/fit.ts';

export interface Welcome extends Look {
	/** Nothing was asked yet in the whole forest. */
	readonly first: boolean;
	/** The keys that find and that help, as they are now; none where a command has no key. */
	readonly find: string | undefined;
	readonly help: string | undefined;
}

/** The first screen: what to do, in a few lines. Later a calm one where there is no turn to show. */
export function paintWelcome({ theme, first, find, help }: Welcome, width: number, height: number): string[] {
	if (!first) return ['', '', theme.dim(clipToWidth('  Nothing is asked here yet.', width))].slice(0, height);
	const indent = '  ';
	const room = Math.max(10, width - indent.length);
	const paragraph = (text: string) => wrap(text, room).map((line) => indent + line);
	const keys = [find && `${find} finds everything`, help && `${help} shows every key`].filter(Boolean).join(', ');
	const lines = [
		...paragraph('Type a question. The handbook answers until you add documents of your own:'),
		'',
		`${indent}    ${theme.bright('/add ~/notes')}`,
		'',
		...paragraph(`Stand on any answer and ask again: that is a branch. ${keys && `${keys}.`}`),
		'',
		...paragraph(`try: how do I fork a conversation?`).map(theme.dim),
	];
	return [...Array.from({ length: Math.min(2, Math.max(0, height - lines.length)) }, () => ''), ...lines].slice(
		0,
		height,
	);
}
