import type { Clock } from '../clock.ts';
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
		if (change.kind === 'node_labeled' && change.bates) desk.forester.forget(change.bates);
		outdated = true;
		queueMicrotask(refresh);
	});
	const look = () => {
		guard(desk, () => desk.forest.catchUp());
		cancel = clock.after(LOOK, look);
	};
	let cancel = clock.after(LOOK, look);
	return () => {
		cancel();
		unsubscribe();
	};
}
