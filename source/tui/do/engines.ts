import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { openActs } from './acts.ts';

// What answers, and what it is told.

/** What can answer: the profiles of the settings, or what runs on this machine where there are none. */
export async function listEngines(desk: Desk): Promise<void> {
	say(desk, 'looking for what can answer …');
	const offers = await desk.offers();
	desk.apply({ type: 'notice', notice: null });
	const acts = offers.map(({ name, about, open }) => ({
		text: name,
		right: about,
		async run() {
			desk.answerWith(await open());
			say(desk, `${desk.state().engine} answers from now on`, 'good');
		},
	}));
	openActs(desk, 'engines', 'what answers', [
		...acts,
		{ text: 'another one …', right: 'arborist config --edit', run: () => describe(desk) },
	]);
}

function describe(desk: Desk): void {
	say(desk, 'Describe it in config.toml, as `arborist config --edit` shows, and start again.');
}

export function toggleHistory(desk: Desk): void {
	const history = !desk.state().history;
	desk.apply({ type: 'history', history });
	say(desk, history ? 'the turns above are sent along with a question' : 'a question is sent without the turns above');
}
