import type { Clock } from '../clock.ts';
import { ArboristError } from '../errors.ts';
import { fileAt, isDatabase } from '../store/still-there.ts';
import type { Desk } from './desk.ts';
import { regrow } from './do/place.ts';
import { afterPruning } from './do/pruned.ts';
import { stands } from './do/standing.ts';
import { say } from './say.ts';
import { guard, tellTrouble } from './trouble.ts';

/** How often other programs' changes are looked for, milliseconds: asking costs microseconds. */
const LOOK = 250;

/** Draws what this program and others change in the forest. Gives back what ends it. */
export function watchForest(desk: Desk, clock: Clock): () => void {
	let outdated = false;
	let pruned: string[] = [];
	const refresh = () => {
		if (!outdated) return;
		outdated = false;
		guard(desk, () => {
			for (const sid of pruned) afterPruning(desk, sid);
			pruned = [];
			if (desk.state().here !== desk.standing().at()) stands(desk);
			regrow(desk);
		});
		desk.apply({ type: 'changed', now: desk.now() });
	};
	const unsubscribe = desk.forest.subscribe((change) => {
		desk.forester.changed(change);
		desk.opened.changed(change);
		const { kind, sid, bates } = change;
		if ((kind === 'node_labeled' || kind === 'node_forgotten') && bates) desk.forester.forget(bates);
		if (kind === 'session_pruned') pruned.push(sid);
		outdated = true;
		queueMicrotask(refresh);
	});
	const { file } = desk.forest;
	const opened = fileAt(file)?.name;
	let tried = '';
	/** Another file that lies there now, put back as a copy say, is gone on with once it is known to be whole. */
	const tryAnother = async () => {
		const there = fileAt(file);
		const now = there && `${there.name} ${there.written}`;
		if (now === undefined || now === tried || there?.name === opened || !isDatabase(file)) return;
		tried = now;
		const { intact } = await desk.verify(() => undefined);
		if (intact && desk.state().lost) desk.startAgain();
	};
	const look = () => {
		guard(desk, () => {
			const lost = isLost(desk);
			if (lost) tryAnother().catch(() => undefined);
			if (desk.state().lost && !lost) say(desk, 'The file is there again.', 'good');
			desk.apply({ type: 'lost', lost });
		});
		cancel = clock.after(LOOK, look);
	};
	let cancel = clock.after(LOOK, look);
	return () => {
		cancel();
		unsubscribe();
	};
}

/** Hears what others have written; whether the file is gone, which is said then. */
function isLost(desk: Desk): boolean {
	try {
		desk.forest.catchUp();
		return false;
	} catch (error) {
		if (!(error instanceof ArboristError) || error.code !== 'SHARD_GONE') throw error;
		tellTrouble(desk, error);
		return true;
	}
}
