import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandId } from '../../source/keymap/table.ts';
import { marksOf } from '../../source/tui/screen/marks.ts';
import { themeOf } from '../../source/tui/screen/theme.ts';
import { paintTree } from '../../source/tui/tree/paint.ts';
import { Forester, type Tree } from '../../source/tui/tree/tree.ts';
import { treePane } from '../../source/tui/view.ts';
import { ask, fileWorld } from '../helpers/world.ts';
import { type Robot, robot } from './robot.ts';

/** All rows as they are shown. */
function painted(me: Robot, tree: Tree): string[] {
	const look = { theme: themeOf(24, true), marks: marksOf({}) };
	return paintTree({ ...treePane({ ...me.desk.state(), tree }, look, me.forest), top: 0 }, 47, tree.size);
}

const commands: readonly CommandId[] = [
	...([
		'move.down',
		'move.up',
		'move.first',
		'move.last',
		'fold.close',
		'fold.open',
		'turn.stand',
		'turn.parent',
	] as const),
	...(['turn.again', 'sibling.next', 'path.next', 'tree.scope', 'branch.next', 'session.list'] as const),
];

type Edit =
	| { do: CommandId }
	| { add: number; by: 'me' | 'other' }
	| { label: number; by: 'me' | 'other' }
	| { go: number };
const by = fc.constantFrom('me' as const, 'other' as const);
const edit: fc.Arbitrary<Edit> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ do: fc.constantFrom(...commands) }) },
	{ weight: 3, arbitrary: fc.record({ add: fc.nat(), by }) },
	{ weight: 1, arbitrary: fc.record({ label: fc.nat(), by }) },
	{ weight: 1, arbitrary: fc.record({ go: fc.nat() }) },
);

const chain = Array.from({ length: 20 }, (_, i) => `q${i}`).join(' > ');

test('rows that were kept are the rows that would be made anew, whatever was done', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 5, maxLength: 25 }), async (edits) => {
			const me = await robot(`${chain} > (a > b | c) ; d > (e | f)`, { world: fileWorld(), session: 0 });
			const neighbour = me.world.neighbour();
			const turns = () => me.forest.sessions().flatMap(({ sid }) => below(sid));
			const below = (sid: string) => {
				const found = [];
				for (let seq = 1; ; seq++) {
					const turn = me.forest.turn(`${sid}-${String(seq).padStart(6, '0')}`);
					if (!turn) return found;
					found.push(turn);
				}
			};
			const pick = (number: number) => {
				const all = turns();
				return all[number % all.length]?.bates ?? '';
			};
			for (const each of edits) {
				if ('do' in each) {
					await me.press(each.do);
					if (me.desk.state().overlay) await me.press('overlay.close');
				} else if ('go' in each) await me.go(pick(each.go));
				else {
					const forest = each.by === 'me' ? me.forest : neighbour;
					if ('add' in each) ask(forest, me.planted.sids[each.add % 2] ?? '', 'new', { under: pick(each.add) });
					else forest.label(pick(each.label), each.label % 3 === 0 ? null : `label ${each.label % 5}`);
					await me.wait();
				}
				const { tree, view } = me.desk.state();
				expect(painted(me, tree)).toEqual(painted(me, new Forester(me.forest).tree(view)));
			}
			await me.leave();
		}),
		{ numRuns: 15, seed: 7 },
	);
}, 60_000);
