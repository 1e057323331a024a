import type { Desk } from '../desk.ts';
import { type ListOverlay, type ListPurpose, listOf } from '../overlays/overlay.ts';

/** A row of a list, and what choosing it does. */
export interface Act {
	readonly text: string;
	readonly right?: string;
	/** How what it makes begins. */
	readonly begins?: readonly string[];
	run(): void | Promise<void>;
}

/** Opens a list over the panes of which each row does something of its own. */
export function openActs(
	desk: Desk,
	purpose: ListPurpose,
	title: string,
	acts: readonly Act[],
	more: Partial<Pick<ListOverlay, 'typing' | 'cursor'>> = {},
): void {
	const items = acts.map(({ run: _, ...shown }, at) => ({ id: String(at), ...shown }));
	const overlay = listOf(purpose, title, items, { acts: acts.map(({ run }) => run), ...more });
	desk.apply({ type: 'overlay', overlay });
}
