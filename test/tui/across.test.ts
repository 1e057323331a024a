import { expect, test } from 'vitest';
import { robot } from './robot.ts';

// Sessions that go on under each other's turns.

const TWO = 'tea > black tea > milk ; ^black tea > lemon ; coffee';

test('f on a turn goes to the session that hangs under it, and ` comes back', async () => {
	const me = await robot(TWO);
	await me.goTo('black tea');
	await me.press('session.across');
	expect(me.at).toBe('lemon');
	await me.press('jump.back');
	expect(me.at).toBe('black tea');
});

test('f on a turn of another session goes to its own session, and from there to where that was forked', async () => {
	const me = await robot(TWO);
	await me.goTo('lemon');
	await me.press('session.across');
	expect(me.row).toMatch(/“lemon”/);
	await me.press('session.across');
	expect(me.at).toBe('black tea');
	await me.press('jump.back');
	expect(me.row).toMatch(/“lemon”/);
});

test('f asks which where several sessions meet, by name and question', async () => {
	const me = await robot('tea > black tea ; ^black tea > lemon ; ^black tea > honey');
	await me.goTo('black tea');
	await me.press('session.across');
	expect(me.box().join('\n')).toMatch(/“lemon” +lemon/);
	expect(me.box().join('\n')).toMatch(/“honey” +honey/);
	await me.press('move.down', 'list.choose');
	expect(me.at).toBe('honey');
});

test('f on a session goes to the sessions that were forked from it', async () => {
	const me = await robot(TWO);
	await me.goTo('tea');
	await me.press('fold.close', 'fold.close');
	await me.press('session.across');
	expect(me.at).toBe('lemon');
});

test('f says so where no other session meets', async () => {
	const me = await robot(TWO);
	await me.goTo('milk');
	await me.press('session.across');
	expect(me.hint).toBe('no other session meets here');
});

test('the inspector names the sessions that hang under a turn, and the one that it hangs in', async () => {
	const me = await robot(TWO, { size: '120x40' });
	await me.goTo('black tea');
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toMatch(/goes on in +↗ “lemon”: lemon/);
	await me.press('overlay.close');
	await me.goTo('lemon');
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toMatch(/hangs in +↗ “tea”, another session/);
});

test('the inspector counts uses in sessions that are not open, too', async () => {
	const me = await robot('tea > black tea ; ^black tea', { size: '120x40' });
	const tea = me.planted.bates('tea');
	me.forest.add({
		sid: me.planted.sids[1] ?? '',
		parent_bates: tea,
		question: 'lemon',
		answer_text: '',
		cache_key: '',
		audit_mode: 'STRICT',
		cited_titles: [],
		meta: { history: [tea] },
	});
	await me.goTo('tea');
	await me.press('turn.inspect');
	expect(me.box().join('\n')).toMatch(/used by +1 later turn/);
});
