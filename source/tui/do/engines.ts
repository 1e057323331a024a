import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { openActs } from './acts.ts';

// What answers, and what it is told.

/** What can answer: the profiles of the settings, or what runs on this machine where there are none. */
export async function listEngines(desk: Desk): Promise<void> {
	say(desk, 'looking for what can answer …');
	const offers = await desk.offers();
	desk.apply({ type: 'notice', notice: null });
	const { name: ownName, model: ownModel } = desk.engine;
	const inUse = offers.findIndex(({ engine }) => engine.name === ownName && engine.model === ownModel);
	const acts = offers.map(({ name, about, open }, i) => ({
		text: name,
		right: i === inUse ? `${about}  ${desk.marks.here}` : about,
		async run() {
			desk.answerWith(await open());
			say(desk, `${desk.state().engine} answers from now on`, 'good');
		},
	}));
	const another = { text: 'another one …', right: 'arborist config --edit', run: () => describe(desk) };
	openActs(desk, 'engines', 'what answers', [...acts, another], { cursor: Math.max(0, inUse) });
}

function describe(desk: Desk): void {
	say(desk, 'Describe it in config.toml, as `arborist config --edit` shows, and start again.');
}

export function toggleHistory(desk: Desk): void {
	const history = !desk.state().history;
	desk.apply({ type: 'history', history });
	say(desk, history ? 'the turns above are sent along with a question' : 'a question is sent without the turns above');
}
