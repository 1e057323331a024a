import { statSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { ArboristError } from '../errors.ts';
import type { Desk } from './desk.ts';
import { regrow } from './do/place.ts';
import { stands } from './do/standing.ts';
import { guard } from './trouble.ts';

/** How often other programs' changes are looked for, milliseconds: asking costs microseconds. */
const LOOK = 250;

/** Draws what this program and others change in the forest. Gives back what ends it. */
export function watchForest(desk: Desk, clock: Clock): () => void {
	let outdated = false;
	const refresh = () => {
		if (!outdated) return;
		outdated = false;
		guard(desk, () => {
			if (desk.state().here !== desk.standing().at()) stands(desk);
			regrow(desk);
		});
		desk.apply({ type: 'changed', now: desk.now() });
	};
	const unsubscribe = desk.forest.subscribe((change) => {
		desk.forester.changed();
		if (change.kind === 'node_labeled' && change.bates) desk.forester.forget(change.bates);
		outdated = true;
		queueMicrotask(refresh);
	});
	const there = fileAt(desk.forest.file);
	const look = () => {
		guard(desk, () => {
			const lost = fileAt(desk.forest.file) !== there;
			desk.apply({ type: 'lost', lost });
			// SQLite goes on in a file that has no name any more, as if nothing were.
			if (lost)
				throw new ArboristError(
					'FILE_NOT_FOUND',
					`${desk.forest.file} is no longer there.`,
					'Put it back, or start again.',
				);
			desk.forest.catchUp();
		});
		cancel = clock.after(LOOK, look);
	};
	let cancel = clock.after(LOOK, look);
	return () => {
		cancel();
		unsubscribe();
	};
}

/** Which file a path names; undefined when there is none, as for a forest in memory. */
function fileAt(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && `${found.dev} ${found.ino}`;
}
