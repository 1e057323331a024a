import type { Look } from '../look.ts';
import { wrap } from '../screen/fit.ts';

/** The first screen: what to do, in a few lines. */
export function paintWelcome({ theme }: Look, width: number, height: number): string[] {
	const indent = '  ';
	const room = Math.max(10, width - indent.length);
	const paragraph = (text: string) => wrap(text, room).map((line) => indent + line);
	const lines = [
		...paragraph('Type a question. The handbook answers until you add documents of your own:'),
		'',
		`${indent}    ${theme.bright('arborist add ~/notes')}`,
		'',
		...paragraph('Stand on any answer and ask again: that is a branch. / finds everything, ? shows every key.'),
		'',
		...paragraph(`try: how do I fork a conversation?`).map(theme.dim),
	];
	return [...Array.from({ length: Math.min(2, Math.max(0, height - lines.length)) }, () => ''), ...lines].slice(
		0,
		height,
	);
}
