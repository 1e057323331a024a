import { describe, expect, test } from 'vitest';
import { desk, refusal } from './desk.ts';

describe('a line-based session', () => {
	test('asks each line under the one before', async () => {
		const { converse, forest } = desk();
		const { said } = await converse(['tea?', '', '   ', 'green?', '/sid']);
		expect(said).toHaveLength(3);
		expect(forest.path(`${said[2]}-000002`).map(({ question }) => question)).toEqual(['tea?', 'green?']);
	});

	test('prints an answer as ask does', async () => {
		const { converse, sids } = desk();
		const { said } = await converse(['tea?']);
		expect(said).toEqual([`So it is.\n\nUNGROUNDED · #1 of ${sids()[0]?.slice(-8)}`]);
	});

	test('is a new one, and the last one goes on with no verb', async () => {
		const { converse, sids, forest } = desk();
		await converse(['tea?']);
		await converse(['coffee?']);
		expect(sids()).toHaveLength(2);
		await converse(['sugar?'], '--plain');
		expect(sids()).toHaveLength(2);
		expect(forest.path(forest.lastSession()?.current_bates ?? '').map(({ question }) => question)).toEqual([
			'coffee?',
			'sugar?',
		]);
	});

	test('is named with its first question, and not before', async () => {
		const { converse, forest, sids } = desk();
		await converse([], 'session', '--label', 'tea time');
		expect(sids()).toEqual([]);
		await converse(['tea?'], 'session', '--label', 'tea time');
		expect(forest.lastSession()?.label).toBe('tea time');
	});

	test('that is resumed takes a new name at once', async () => {
		const { converse, plant, forest } = desk();
		const { sid } = plant('tea');
		await converse([], 'session', '--sid', sid, '--label', 'tea time');
		expect(forest.session(sid)?.label).toBe('tea time');
	});

	test('with a name that is none does not begin', async () => {
		const { converse, sids } = desk();
		expect((await refusal(converse(['tea?'], 'session', '--label', '\u202ereversed'))).code).toBe('BAD_LABEL');
		expect(sids()).toEqual([]);
	});

	test('that is not there is refused before a line is read', async () => {
		expect((await refusal(desk().converse(['tea?'], 'session', '--sid', 'nobody'))).message).toBe(
			'There is no session “nobody”.',
		);
	});

	test('goes on after a line that failed, and its exit status is 1', async () => {
		const { type, converse, context, forest } = desk();
		const { complaints } = await converse(['/cd nowhere', 'tea?']);
		expect(complaints.map(({ code }) => code)).toEqual(['UNKNOWN_REFERENCE']);
		expect(forest.turn(forest.lastSession()?.current_bates ?? '')?.question).toBe('tea?');
		context.lines = async function* () {
			yield '/cd nowhere';
		};
		expect((await type('session')).status).toBe(1);
	});

	test('on a terminal says where one stands, and how to go on', async () => {
		const { converse, context, plant, forest } = desk();
		context.interactive = true;
		const { sid } = plant('tea > green');
		expect((await converse([], 'session', '--sid', sid, '--plain')).said).toEqual([
			`${sid.slice(-8)} · 2 turns · script\nYou stand on #2: green`,
			'Type a question, or /help.',
		]);
		forest.labelSession(sid, 'tea time');
		expect((await converse([], '--plain')).said[0]).toContain('tea time · 2 turns');
		expect((await converse([], 'session', '--plain')).said).toEqual([
			'A new session · script',
			'Type a question, or /help.',
		]);
	});
});

test('a terminal that cannot hold the screen is said to be one, and one goes on line by line', async () => {
	const { converse, context, screens } = desk();
	Object.assign(context, { interactive: true, noScreen: 'TERM is “dumb”.' });
	expect((await converse([])).said).toEqual([
		'TERM is “dumb”.',
		'A new session · script',
		'Type a question, or /help.',
	]);
	expect((await converse([], '--plain')).said[0]).toBe('A new session · script');
	expect(screens).toEqual([]);
});

describe('on a terminal', () => {
	function seated() {
		const at = desk();
		at.context.interactive = true;
		return { at, grown: at.plant('tea ; coffee') };
	}

	test('no verb opens the screen where it was left', async () => {
		const { at } = seated();
		await at.type();
		expect(at.screens).toMatchObject([{ sid: undefined }]);
	});

	test('session opens it on the named session, or on a new one that has no rows yet', async () => {
		const { at, grown } = seated();
		await at.type('session', '--sid', grown.sid, '--llm', 'script');
		await at.type('session', '--label', 'water');
		expect(at.screens[0]).toMatchObject({ sid: grown.sid, choice: { engine: 'script' } });
		expect(at.screens[1]).toMatchObject({ label: 'water' });
		expect(at.sids()).not.toContain(at.screens[1]?.sid);
	});

	test('--plain does not, and a mistyped line is no failure there', async () => {
		const { at } = seated();
		at.context.lines = async function* () {
			yield '/cd nowhere';
		};
		expect((await at.type('--plain')).status).toBe(0);
		expect(at.screens).toEqual([]);
	});
});

test('the prompt is the turn one stands on', async () => {
	const { type, context, plant } = desk();
	plant('tea > green');
	const prompts: string[] = [];
	context.lines = async function* (prompt) {
		for (const line of ['/cd 1', '/back', 'coffee?']) {
			prompts.push(prompt());
			yield line;
		}
		prompts.push(prompt());
	};
	await type();
	expect(prompts).toEqual(['#2 › ', '#1 › ', '› ', '#3 › ']);
});
