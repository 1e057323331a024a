import { GROUPS, type Row } from './row.ts';
import type { Scope } from './scopes.ts';
import { NOTES, ROWS } from './table.ts';

const WHERE: Readonly<Record<Scope, string>> = {
	tree: 'tree',
	conversation: 'conversation',
	composer: 'composer',
	find: 'find',
	filter: 'filtered lists',
	list: 'lists',
	page: 'pages',
	field: 'fields',
	panes: 'tree, conversation',
	main: 'tree, conversation, composer',
	helped: 'tree, conversation, composer, find',
	browse: 'tree, conversation, lists, pages',
	seek: 'find, filtered lists',
	choices: 'lists',
	overlay: 'find, lists, pages, fields',
	global: 'everywhere',
};

const START = `# Keys

Made from the table in \`source/keymap\`; \`?\` shows the same inside the program, with what does not work where you are and why.
Where you type, a letter is text: there only the other keys of a command work. \`esc esc\` is a key pressed twice within a moment.
`;

const END = `## Other keys

Every command takes other keys in \`~/.arborist/config.toml\`, by its name:

\`\`\`toml
[keys]
"turn.stand" = ["enter", "w"]
"scroll.page-down" = ["ctrl-v", "space"]
"turn.inspect" = "I"
"suspend" = []
\`\`\`

What is given takes the place of the default keys; an empty list leaves a command to the palette.
A character is named as it is typed (\`J\`, \`[\`), other keys are \`enter\` \`tab\` \`esc\` \`space\` \`backspace\` \`insert\` \`delete\` \`up\` \`down\` \`left\` \`right\` \`home\` \`end\` \`page-up\` \`page-down\` \`f1\` to \`f12\`; before them \`ctrl-\`, \`alt-\`, \`shift-\`, \`super-\`, in this order. Not every terminal sends every key: \`ctrl-i\` is \`tab\` to most, \`ctrl-m\` is \`enter\`.
Names that do not exist, and a key that would mean two things in one place, are told with their line when the program starts; the rest of the file works. A key you give wins over a default one.
`;

/** docs/keys.md. */
export function keysPage(): string {
	const groups = GROUPS.map((group) => {
		const rows = ROWS.filter((row) => row.group === group).map(cellsOf);
		const notes = NOTES.filter((note) => note.group === group).map(({ keys, title }) => [keys, title, '', '', '']);
		return `## ${group}\n\n${tableOf([['keys', 'does', 'where', 'name', 'typed'], ...rows, ...notes])}\n`;
	});
	return [START, ...groups, END].join('\n');
}

function cellsOf({ keys, title, scope, id, was }: Row): readonly string[] {
	return [keys.map(code).join(' '), title, WHERE[scope], code(id), was === undefined ? '' : code(was)];
}

/** Aligned, as the formatter wants it. */
function tableOf(rows: readonly (readonly string[])[]): string {
	const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
	const line = (cells: readonly string[]) =>
		`| ${widths.map((width, column) => cells[column]?.padEnd(width)).join(' | ')} |`;
	const [head = [], ...body] = rows;
	return [head, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('\n');
}

/** A key as code, the backtick among them. */
function code(key: string): string {
	return key.includes('`') ? `\`\` ${key} \`\`` : `\`${key}\``;
}
