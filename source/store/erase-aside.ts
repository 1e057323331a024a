import type { Sqlite } from '../sqlite.ts';
import { readable } from './columns.ts';

/** Shorter texts may stand in anything; these must be all there is. */
const TELLING = 12;

const holds = (kept: string, text: string) =>
	text !== '' && (kept === text || (text.length >= TELLING && kept.includes(text)));

/**
 * Takes out what the screen keeps beside the record of texts that are erased: drafts at their places, and drafts, screen
 * state and answers on their way in which they stand. Inside the transaction that erases. Call `texts` for each node, then `sweep`.
 */
export function asideEraser(db: Sqlite): { texts(place: string, ...texts: string[]): void; sweep(): void } {
	const drafts = db.prepare<[], { place: string; text: string }>(`SELECT ${readable('place, text')} FROM drafts`).all();
	const states = db
		.prepare<[], { name: string; value: string }>(`SELECT ${readable('name, value')} FROM screen_state`)
		.all()
		.map(({ name, value }) => ({ name, strings: stringsIn(value) }));
	const flights = db
		.prepare<[], { id: string; sent: string; text: string }>(`SELECT ${readable('id, sent, text')} FROM in_flight`)
		.all()
		.map(({ id, sent, text }) => ({ id, strings: [text, ...stringsIn(sent)] }));
	const goneDrafts = new Set<string>();
	const goneFlights = new Set<string>();
	const goneStates = new Set<string>();
	return {
		texts(place, ...texts) {
			for (const draft of drafts) {
				if (draft.place.includes(place) || texts.some((text) => holds(draft.text, text))) goneDrafts.add(draft.place);
			}
			for (const { name, strings } of states) {
				if (strings.some((kept) => texts.some((text) => holds(kept, text)))) goneStates.add(name);
			}
			for (const { id, strings } of flights) {
				if (strings.some((kept) => texts.some((text) => holds(kept, text)))) goneFlights.add(id);
			}
		},
		sweep() {
			const dropDraft = db.prepare('DELETE FROM drafts WHERE place = ?');
			const dropState = db.prepare('DELETE FROM screen_state WHERE name = ?');
			for (const place of goneDrafts) dropDraft.run(place);
			for (const name of goneStates) dropState.run(name);
			const dropFlight = db.prepare('DELETE FROM in_flight WHERE id = ?');
			for (const id of goneFlights) dropFlight.run(id);
		},
	};
}

/** Every string in a JSON text, keys too; a text that is no JSON is one string. */
function stringsIn(json: string): string[] {
	const found: string[] = [];
	try {
		JSON.parse(json, (key, value) => {
			found.push(key);
			if (typeof value === 'string') found.push(value);
		});
		return found;
	} catch {
		return [json];
	}
}
