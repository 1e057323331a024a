import { expect, test } from 'vitest';
import type { Place } from '../../source/keymap/scopes.ts';
import { holdsIn, placesOf } from '../../source/keymap/scopes.ts';
import { type CommandId, ROWS } from '../../source/keymap/table.ts';
import { type Robot, robot } from './robot.ts';

const LONG = Array.from({ length: 60 }, (_, line) => `- line ${line}`).join('\n');
const FOREST = `tea > (green tea = ${LONG} #favourite > how hot > how long | black tea) ; ^green tea > with milk ; coffee`;

/** How one comes to each place. */
const WAYS: Readonly<Record<Place, (me: Robot) => Promise<void>>> = {
	tree: async () => undefined,
	conversation: (me) => me.press('pane.next'),
	async composer(me) {
		await me.press('turn.ask');
		await me.paste('two\nlines');
		await me.press('composer.up');
	},
	async find(me) {
		await me.press('find.open');
		await me.type('tea');
	},
	filter: (me) => me.press('goto.open'),
	list: (me) => me.press('session.list'),
	page: (me) => me.press('turn.inspect'),
	field: (me) => me.press('label.set'),
};

const places = Object.keys(WAYS) as Place[];
const cases = ROWS.flatMap(({ id, scope, keys }) =>
	places
		.filter((place) => holdsIn(scope, place) && keys.some((key) => placesOf(scope, key).includes(place)))
		.map((place): [CommandId, Place] => [id, place]),
);

test('every command has a key in some place', () => {
	const reachable = new Set(cases.map(([id]) => id));
	expect(ROWS.map(({ id }) => id).filter((id) => !reachable.has(id))).toEqual([]);
});

test.each(places)('every command does something in the %s, or says why not', async (place) => {
	const idle: string[] = [];
	let me = await start();
	for (const [id] of cases.filter(([, each]) => each === place)) {
		await home(me);
		await WAYS[place](me);
		const { overlay } = me.desk.state();
		const { writes } = me.machine.stdout;
		let ended = false;
		void me.ended.then(() => {
			ended = true;
		});
		await me.press(id);
		const after = me.desk.state();
		const shown = after.overlay !== overlay || after.notice !== null || me.machine.stdout.writes !== writes;
		if (!shown && me.machine.signals.length === 0 && !ended) idle.push(id);
		me.machine.signals.length = 0;
		if (ended) me = await start();
	}
	expect(idle).toEqual([]);
});

const start = () => robot(FOREST, { session: 0, env: { EDITOR: 'true' } });

/** The tree, on a turn with siblings and a long answer, nothing open. */
async function home(me: Robot): Promise<void> {
	me.desk.apply(
		{ type: 'overlay', overlay: null },
		{ type: 'hits', hits: null },
		{ type: 'scrolled', scroll: null },
		{ type: 'tree-hidden', hidden: false },
		{ type: 'focused', focus: 'tree' },
	);
	await me.goTo('green tea');
}
