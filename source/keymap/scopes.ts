/** Where a key can be pressed: the pane that has the focus, or what is open over the panes. */
export const PLACES = ['tree', 'conversation', 'composer', 'find', 'filter', 'list', 'page', 'field'] as const;
export type Place = (typeof PLACES)[number];

/** Where a command can be given: a place, or several under one name. */
const SCOPES = {
	/** The forest. */
	tree: ['tree'],
	conversation: ['conversation'],
	composer: ['composer'],
	/** The find overlay. */
	find: ['find'],
	/** A list that narrows while one types: the palette, help, any list after /. */
	filter: ['filter'],
	/** Any other list: sessions, labels, branch points, what to copy. */
	list: ['list'],
	/** What is read over the panes: the inspector, verify, a source. */
	page: ['page'],
	/** One line to fill: a label, a name, where to export to. */
	field: ['field'],
	panes: ['tree', 'conversation'],
	main: ['tree', 'conversation', 'composer'],
	/** Wherever one may ask what the keys are. */
	helped: ['tree', 'conversation', 'composer', 'find'],
	/** Wherever a letter is a command. */
	browse: ['tree', 'conversation', 'list', 'page'],
	/** Lists with something typed above them. */
	seek: ['find', 'filter'],
	choices: ['list', 'filter'],
	overlay: ['find', 'filter', 'list', 'page', 'field'],
	global: PLACES,
} as const satisfies Record<string, readonly Place[]>;
export type Scope = keyof typeof SCOPES;

/** Where a letter is text. */
const TYPING: readonly Place[] = ['composer', 'find', 'filter', 'field'];

/**
 * The places where a key of a command of this scope works: a key that types text is never taken from a text. So one row
 * says `/` and `ctrl-r`, and the composer knows only the second.
 */
export function placesOf(scope: Scope, key: string): readonly Place[] {
	const places: readonly Place[] = SCOPES[scope];
	return typesText(key) ? places.filter((place) => !TYPING.includes(place)) : places;
}

/** Whether a command of this scope can be given in a place, by whatever key. */
export function holdsIn(scope: Scope, place: Place): boolean {
	const places: readonly Place[] = SCOPES[scope];
	return places.includes(place);
}

/** Whether a key, or the first of two in a row, types something. */
function typesText(key: string): boolean {
	const [first = ''] = key.split(' ');
	return first === 'space' || first === 'shift-space' || [...first].length === 1;
}
