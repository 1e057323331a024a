import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { excerptEngine } from '../../source/answer/excerpt.ts';
import { desk } from './desk.ts';

test('demo grows forks, labels, a session under another and an unanswered question, in a home of its own', async () => {
	const { type, sids, context } = desk({ engine: excerptEngine });
	const { text, status } = await type('demo');
	expect(status).toBe(0);
	for (const sign of ['├', '╰', '⚑ the cut', '↗ under “How much of the crown', '[from ']) expect(text).toContain(sign);
	expect([sids(), existsSync(context.paths.shard)]).toEqual([[], false]);
});

test('demo on a terminal opens the screen on its forest, which is gone afterwards', async () => {
	const { type, context } = desk({ engine: excerptEngine });
	context.interactive = true;
	let home = '';
	const modes: string[] = [];
	context.screen = async (inDemo) => {
		home = inDemo.paths.home;
		for (const { sid } of inDemo.forest().sessions()) {
			const turns = inDemo.forest().path(inDemo.forest().session(sid)?.current_bates ?? '');
			modes.push(...turns.map(({ audit_mode }) => audit_mode));
		}
		expect(existsSync(home)).toBe(true);
	};
	await type('demo');
	expect(modes).toContain('STRICT');
	expect(existsSync(home)).toBe(false);
	expect(process.listeners('exit').some((listener) => listener.name === 'remove')).toBe(false);
});
