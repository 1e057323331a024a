import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnswerEngine } from '../../source/answer/engine.ts';
import { fileWorld, type World } from '../helpers/world.ts';
import { type Robot, robot } from './robot.ts';

// What other programs do to sessions that are open here.

/** Another program that removes a session, and knows nothing of who has it open. */
function pruneElsewhere(world: World, sid: string): void {
	rmSync(`${world.path}.open`, { recursive: true, force: true });
	expect(
		world
			.neighbour()
			.prune([sid])
			.goes.map((session) => session.sid),
	).toEqual([sid]);
}

async function atCoffee(options: { engine?: AnswerEngine } = {}): Promise<{ me: Robot; world: World; coffee: string }> {
	const world = fileWorld();
	const { sids } = world.plant('tea ; coffee > milk');
	const me = await robot('', { world, open: sids[1] ?? '', ...options });
	return { me, world, coffee: sids[1] ?? '' };
}

test('a session removed by another program gives way to a new one, and that is said', async () => {
	const { me, world, coffee } = await atCoffee();
	pruneElsewhere(world, coffee);
	await me.wait();
	expect(me.hint).toBe('! You are in a new session: another program removed “coffee”.');
	expect(me.tree().join('\n')).not.toContain('coffee');
	expect(me.screen()[0]).toMatch(/^ a new session · nothing asked yet/);
	await me.press('turn.ask');
	await me.type('and cocoa?');
	await me.keys('enter');
	expect(me.here).toBe('and cocoa?');
	expect(me.forest.turn(me.desk.state().here ?? '')?.sid).not.toBe(coffee);
});

test('what was being written in it stays in the composer, what waited elsewhere in it too', async () => {
	const { me, world, coffee } = await atCoffee();
	await me.go(`${coffee}-000001`);
	await me.press('turn.ask');
	await me.type('with sugar?');
	await me.press('composer.leave');
	await me.go(`${coffee}-000002`);
	await me.press('turn.ask');
	await me.type('how hot?');
	pruneElsewhere(world, coffee);
	await me.wait();
	expect(me.hint).toContain('in a new session with what you wrote');
	expect(me.composer).toContain('how hot?\n\nwith sugar?');
	await me.keys('enter');
	expect(me.here).toBe('how hot?\n\nwith sugar?');
});

test('a question on its way in it comes back as text', async () => {
	let answer: () => void = () => undefined;
	const engine: AnswerEngine = {
		name: 'slow',
		async *answer() {
			yield { kind: 'text', text: 'Well' };
			await new Promise<void>((done) => {
				answer = done;
			});
		},
	};
	const { me, world, coffee } = await atCoffee({ engine });
	await me.press('turn.ask');
	await me.type('how hot?');
	await me.keys('enter');
	pruneElsewhere(world, coffee);
	await me.wait();
	answer();
	await me.settle();
	expect(me.hint).toMatch(/another program removed “coffee”/);
	expect(me.composer).toContain('how hot?');
	expect(me.desk.state().target).toEqual({ kind: 'under', bates: null });
});

test('another session removed leaves one where one is', async () => {
	const { me, world, coffee } = await atCoffee();
	await me.go(`${coffee}-000002`);
	const [tea = ''] = world.forest.sessions().flatMap(({ sid }) => (sid === coffee ? [] : [sid]));
	pruneElsewhere(world, tea);
	await me.wait();
	expect(me.tree().join('\n')).not.toContain('tea');
	expect(me.at).toBe('milk');
	expect(me.here).toBe('milk');
});

test('a session that alone was shown gives the forest back when it is removed', async () => {
	const { me, world, coffee } = await atCoffee();
	await me.press('tree.scope');
	expect(me.tree().join('\n')).not.toContain('tea');
	pruneElsewhere(world, coffee);
	await me.wait();
	expect(me.tree().join('\n')).toContain('tea');
});
