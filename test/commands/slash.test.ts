import { describe, expect, test } from 'vitest';
import { SLASH } from '../../source/commands/slash.ts';
import { desk } from './desk.ts';

const short = (sid: string) => sid.slice(-8);

/** A session with two branches, standing on the end of the second. */
function seated() {
	const at = desk();
	const grown = at.plant('coffee > sugar #sweet ; tea > (green > how hot | black #strong)');
	const tea = grown.sids[1] as string;
	return { at, grown, tea, say: (...lines: string[]) => at.converse(lines, 'session', '--sid', tea) };
}

test('every slash command of the seed is there, and no other', () => {
	expect(SLASH.map(({ name, takes }) => [name, takes].filter(Boolean).join(' '))).toEqual([
		'/tree',
		'/branches',
		'/find <text>',
		'/cd <bates|seq|label>',
		'/back',
		'/label <name>',
		'/show [ref]',
		'/sid',
		'/root',
		'/help',
		'/quit',
	]);
});

describe('in a session', () => {
	test('/tree prints its tree as session --tree does', async () => {
		const { at, tea, say } = seated();
		const { text } = await at.type('session', '--tree', '--sid', tea);
		expect((await say('/tree')).said).toEqual([text]);
	});

	test('/branches lists the turns from which two or more branches grow', async () => {
		const { grown, say } = seated();
		expect((await say('/branches')).said).toEqual([`#1  tea  ${grown.bates('tea')}`]);
	});

	test('/find searches all sessions', async () => {
		const { grown, say } = seated();
		const [found] = (await say('/find sugar')).said;
		expect(found).toContain(grown.bates('sugar'));
		expect(found).toContain('under coffee');
	});

	test('/find of many shows twenty, and says how many there are', async () => {
		const { at, say } = seated();
		at.plant(`kettle${' > kettle'.repeat(24)}`);
		expect((await say('/find kettle')).said[0]?.split('\n').at(-1)).toBe('20 of 25 turns.');
	});

	test.each([
		['a number', '/cd 2', 'You stand on #2: green'],
		['a label', '/cd strong', 'You stand on #4: black'],
		['the root', '/cd 0', 'You stand at the root of SID.'],
	])('/cd goes to %s', async (_what, line, said) => {
		const { tea, say } = seated();
		expect((await say(line)).said).toEqual([said.replace('SID', short(tea))]);
	});

	test('/cd goes to a turn of another session, and the next question lands there, minted by this one', async () => {
		const { at, grown, tea, say } = seated();
		const { said } = await say(`/cd ${grown.bates('sugar')}`, 'how much?');
		expect(said[0]).toBe(`You stand on #2 of ${short(grown.sid)}: sugar`);
		const asked = at.forest.turn(at.forest.session(tea)?.current_bates ?? '');
		expect([asked?.question, asked?.sid, asked?.parent_bates]).toEqual(['how much?', tea, grown.bates('sugar')]);
	});

	test('/cd to a label that several turns carry says so', async () => {
		const { at, grown, say } = seated();
		at.forest.label(grown.bates('green'), 'strong');
		expect((await say('/cd strong')).said[0]).toMatch(/\n1 other turn with this label\.$/);
	});

	test('/back stands on the parent, up to the root and no further', async () => {
		const { tea, say } = seated();
		const root = `You stand at the root of ${short(tea)}.`;
		expect((await say('/cd how hot')).complaints[0]?.message).toBe('There is no turn “how hot”.');
		expect((await say('/cd 3', '/back', '/back', '/back', '/back')).said).toEqual([
			'You stand on #3: how hot',
			'You stand on #2: green',
			'You stand on #1: tea',
			root,
			'You stand at the root already.',
		]);
	});

	test('/label names the turn one stands on, and takes words as they are', async () => {
		const { at, grown, say } = seated();
		expect((await say('/cd 2', '/label  the good one ')).said[1]).toBe('Labelled: the good one');
		expect(at.forest.turn(grown.bates('green'))?.label).toBe('the good one');
	});

	test.each(['12', 'a\tb', '0123abcd-000001', 'x'.repeat(121)])('/label refuses %j, and says why', async (label) => {
		const { at, grown, say } = seated();
		const { complaints } = await say(`/label ${label}`);
		expect(complaints.map(({ code }) => code)).toEqual(['BAD_LABEL']);
		expect(at.forest.turn(grown.bates('black'))?.label).toBe('strong');
	});

	test('/show prints what is stored about the turn one stands on, or another', async () => {
		const { at, grown, say } = seated();
		const texts = await Promise.all(['black', 'sugar'].map((turn) => at.type('show', grown.bates(turn))));
		expect((await say('/show', '/show sweet')).said).toEqual(texts.map(({ text }) => text));
	});

	test('/sid prints the session id and nothing else', async () => {
		const { tea, say } = seated();
		expect((await say('/sid')).said).toEqual([tea]);
	});

	test('/root prints the session’s root hash first', async () => {
		const { grown, say } = seated();
		expect((await say('/root')).said[0]?.split('\n')[0]).toBe(grown.root(1).subtree_hash);
	});

	test('/help names every command, and what anything else does', async () => {
		const [help = ''] = (await seated().say('/help')).said;
		for (const { name, summary } of SLASH) expect(help).toMatch(new RegExp(`^${name} .*${summary}$`, 'm'));
		expect(help).toContain('a question, asked under the turn you stand on');
	});

	test('/quit ends it: what follows is not asked', async () => {
		const { at, tea, say } = seated();
		const before = at.forest.session(tea)?.next_seq;
		expect((await say('/quit', 'and this?')).said).toEqual([]);
		expect(at.forest.session(tea)?.next_seq).toBe(before);
	});

	test('a command may be typed in capitals, with blanks behind it', async () => {
		const { tea, say } = seated();
		expect((await say('/SID', '/Sid   ')).said).toEqual([tea, tea]);
	});

	test.each([
		['/find', '/find needs something after it.', 'Like: /find spider man'],
		['/cd', '/cd needs something after it.', 'Like: /cd 3'],
		['/label  ', '/label needs something after it.', 'Like: /label origin'],
		['/tree house ideas', '/tree takes nothing after it.', expect.stringContaining('a space before the slash')],
		['/branchs', 'There is no command /branchs.', expect.stringContaining('Did you mean /branches?')],
		['/exit', 'There is no command /exit.', expect.stringContaining('Did you mean /quit?')],
		['/zzz', 'There is no command /zzz.', expect.stringMatching(/^\/help lists them all/)],
		['/cd 99', 'There is no turn “99”.', 'Did you mean a number from 1 to 4?'],
		['/show nowhere', 'There is no turn “nowhere”.', expect.stringContaining('Use a bates id')],
	])('%s is told apart from a question, refused, and the session goes on', async (line, message, hint) => {
		const { at, tea, say } = seated();
		const before = at.forest.session(tea)?.next_seq;
		const { said, complaints } = await say(line, '/sid');
		expect(complaints.map((error) => [error.message, error.hint])).toEqual([[message, hint]]);
		expect(said).toEqual([tea]);
		expect(at.forest.session(tea)?.next_seq).toBe(before);
	});

	test.each([' /tree', '/etc/hosts holds what?', '/', '/2 or 3?'])('%j is a question', async (line) => {
		const { at, tea, say } = seated();
		await say(line);
		expect(at.forest.turn(at.forest.session(tea)?.current_bates ?? '')?.question).toBe(line);
	});
});

describe('in a new session', () => {
	test('nothing is written before the first question', async () => {
		const { converse, sids } = desk();
		const { said, complaints } = await converse(['/tree', '/branches', '/back', '/show', '/root', '/label x']);
		expect(said).toEqual([
			'Nothing asked here yet.',
			'No branch point yet: stand on an earlier turn with /cd and ask again.',
			'You stand at the root already.',
			'Nothing asked here yet.',
			'No root yet: it is made with the first question.',
		]);
		expect(complaints.map(({ message }) => message)).toEqual(['There is no turn here to label.']);
		expect(sids()).toEqual([]);
	});

	test('a move made before the first question is where that question lands, and no event', async () => {
		const { converse, plant, forest } = desk();
		const { bates } = plant('tea > green');
		const before = forest.head()?.seq ?? 0;
		const { said } = await converse([`/cd ${bates('green')}`, '/sid', 'with milk?']);
		const asked = forest.turn(`${said[1]}-000001`);
		expect([asked?.question, asked?.parent_bates]).toEqual(['with milk?', bates('green')]);
		expect(forest.events(before).map(({ event_type }) => event_type)).toEqual([
			'session_created',
			'node_added',
			'node_added',
		]);
	});

	test('a move alone leaves no trace', async () => {
		const { converse, plant, forest } = desk();
		const { bates } = plant('tea > green');
		const head = forest.head();
		await converse([`/cd ${bates('green')}`]);
		expect(forest.head()).toEqual(head);
	});
});
