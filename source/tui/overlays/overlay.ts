import type { Found } from '../../store/search.ts';
import { type Draft, draftOf } from '../composer/edit.ts';
import type { SessionOrder } from './sessions.ts';

/** A row of a list that is chosen from. */
export interface ListItem {
	readonly id: string;
	readonly text: string;
	/** At the right edge. */
	readonly right?: string;
	/** What typing looks at, in small letters, where that is not what is shown. */
	readonly found?: string;
	/** Why it cannot be chosen. */
	readonly problem?: string;
	/** How what choosing it makes begins, shown below the list. */
	readonly begins?: readonly string[];
}

export type ListPurpose =
	| 'sessions'
	| 'labels'
	| 'branches'
	| 'palette'
	| 'copy'
	| 'sources'
	| 'engines'
	| 'left'
	| 'export'
	| 'import'
	| 'erase'
	| 'meetings';

export interface ListOverlay {
	readonly kind: 'list';
	readonly purpose: ListPurpose;
	readonly title: string;
	readonly items: readonly ListItem[];
	/** What is typed narrows the list; `typing` says that letters go there. */
	readonly filter: Draft;
	readonly typing: boolean;
	readonly cursor: number;
	/** Of the session list: how it is sorted. */
	readonly order?: SessionOrder;
	/** What choosing a row does, where that is not the same for all of them. */
	readonly acts?: readonly (() => void | Promise<void>)[];
}

/** A list as it opens: nothing typed, the cursor on its first row unless another is given. */
export function listOf(
	purpose: ListPurpose,
	title: string,
	items: readonly ListItem[],
	more: Partial<Pick<ListOverlay, 'typing' | 'order' | 'acts' | 'cursor'>> = {},
): ListOverlay {
	return { kind: 'list', purpose, title, items, filter: draftOf(''), typing: false, cursor: 0, ...more };
}

export interface TextOverlay {
	readonly kind: 'text';
	readonly title: string;
	readonly lines: readonly string[];
	readonly top: number;
	/** What the page tells of, where it is told in parts: what comes late finds its page by this. */
	readonly of?: string;
	/** The turn that the page points to. */
	readonly bates?: string;
	/** What runs and is shown here: closing the page stops it, and `foot` says so. */
	readonly work?: string;
	readonly foot?: string;
	/** It is somebody's own text, not the program's. */
	readonly verbatim?: boolean;
	/** What of it can be copied; all of the text when not given. */
	readonly copies?: Copies;
}

/** Texts by their names. */
export type Copies = readonly (readonly [name: string, text: string])[];

export interface FieldOverlay {
	readonly kind: 'field';
	readonly title: string;
	/** What the line is for, below it, until something is wrong with it. */
	readonly about: string;
	readonly draft: Draft;
	readonly problem: string | null;
	/** What enter does with the line; throws what is wrong with it, which is then said below it. */
	save(text: string): void;
}

/** A field as it opens. */
export function fieldOf(
	title: string,
	save: FieldOverlay['save'],
	{ text = '', about = '' }: { readonly text?: string; readonly about?: string } = {},
): FieldOverlay {
	return { kind: 'field', title, about, draft: draftOf(text), problem: null, save };
}

export interface HelpOverlay {
	readonly kind: 'help';
	readonly filter: Draft;
	readonly top: number;
	/** What it was opened over, which comes back when it is closed. */
	readonly over: Overlay | null;
}

export type Scope = 'everywhere' | 'session' | 'branch';

export interface FindOverlay {
	readonly kind: 'find';
	readonly draft: Draft;
	readonly scope: Scope;
	readonly found: Found | null;
	/** The path of each hit, in words. */
	readonly paths: readonly string[];
	readonly cursor: number;
	readonly milliseconds: number;
}

export type Overlay = ListOverlay | TextOverlay | FieldOverlay | HelpOverlay | FindOverlay;

/** What a filter left of items the last time: a frame asks more than once, and there may be ten thousand. */
const left = new WeakMap<readonly ListItem[], { readonly filter: string; readonly items: readonly ListItem[] }>();

/** The items that the filter leaves; of the palette all, since the table has narrowed them by what is typed. */
export function narrowed({ purpose, items, filter }: ListOverlay): readonly ListItem[] {
	const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
	if (purpose === 'palette' || words.length === 0) return items;
	const known = left.get(items);
	if (known?.filter === filter.text) return known.items;
	const kept = items.filter((item) => {
		// What a row shows is put into words only where it has to be.
		const all = item.found ?? `${item.text} ${item.right ?? ''}`.toLowerCase();
		return words.every((word) => all.includes(word));
	});
	left.set(items, { filter: filter.text, items: kept });
	return kept;
}
