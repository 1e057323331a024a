import { expect, test } from 'vitest';
import { memoryWorld } from './world.ts';

test('a line of text becomes a forest with its forks, answers, labels and a session that hangs under another', () => {
	const { plant, forest } = memoryWorld();
	const tea = plant('tea > which leaf > (black | green = sencha, say #favourite > how hot) ; ^green > and coffee');
	const asked = (bates: string) => forest.path(bates).map(({ question }) => question);
	expect(asked(tea.bates('how hot'))).toEqual(['tea', 'which leaf', 'green', 'how hot']);
	expect(asked(tea.bates('and coffee'))).toEqual(['tea', 'which leaf', 'green', 'and coffee']);
	expect(tea.turn('green')).toMatchObject({ answer_text: 'sencha, say', label: 'favourite' });
	expect(tea.turn('and coffee').sid).toBe(tea.sids[1]);
	expect(forest.branchPoints(tea.sid).map(({ question }) => question)).toEqual(['which leaf', 'green']);
});

test('a line that does not read is refused', () => {
	const { plant } = memoryWorld();
	expect(() => plant('tea >')).toThrow('a turn is missing');
	expect(() => plant('tea > (black | green) leftover')).toThrow('unexpected “leftover”');
});
