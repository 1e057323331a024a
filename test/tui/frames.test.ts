import { expect, test } from 'vitest';
import type { AnswerEngine } from '../../source/answer/engine.ts';
import type { TurnMeta } from '../../source/store/types.ts';
import { memoryWorld, newTurn, type World } from '../helpers/world.ts';
import { type Robot, type RobotOptions, robot } from './robot.ts';

// Whole screens, as text: `npx vitest run test/tui/frames.test.ts -u` makes them anew.

const SOURCES: TurnMeta = {
	engine: 'excerpt',
	finish: 'complete',
	carried: ['spider-man'],
	evidence: [
		{ pointer: 'E1', title: 'Spider-Man › Origins', source: '/notes/spider.md:14', passage_sha256: 'a'.repeat(64) },
		{ pointer: 'E2', title: 'Steve Ditko › Life', source: '/notes/ditko.md:88', passage_sha256: 'b'.repeat(64) },
	],
};

const CREATED = `Stan Lee and Steve Ditko created the character. He first appeared in *Amazing Fantasy* #15, dated August 1962. [E1 | Spider-Man › Origins | line 14]

The name was Lee’s; the costume and web shooters were Ditko’s designs. [E2 | Steve Ditko › Life | line 88]`;

const HOW = `## In three steps

1. Flour and eggs, **100 g** to one egg.
2. Knead for ten minutes; let it rest for thirty.

| shape | minutes |
|-------|--------:|
| tagliatelle | 2 |
| ravioli | 4 |

\`\`\`
cut(dough, 6);
\`\`\``;

/** Four sessions: forks, labels, a quiet run, another session that goes on in this one. */
function spiders(): { world: World; sid: string; at(question: string): string } {
	const world = memoryWorld();
	const { forest } = world;
	const [pasta, reading, notes, timeline] = [0, 1, 2, 3].map(() => forest.begin()) as [string, string, string, string];
	const found = new Map<string, string>();
	const at = (question: string) => found.get(question) ?? '';
	const say = (sid: string, under: string | null, question: string, answer?: string, meta?: TurnMeta) => {
		const answer_text = answer ?? `About ${question.replace(/\?$/, '')}.`;
		const more = meta ? { audit_mode: 'HYBRID' as const, cited_titles: ['Spider-Man › Origins'], meta } : {};
		const turn = forest.add({ ...newTurn(question, { answer_text, ...more }), sid, parent_bates: under });
		found.set(question, turn.bates);
	};
	say(pasta, null, 'how is pasta dough made?', HOW);
	forest.labelSession(pasta, 'pasta dough');
	say(reading, null, 'what does RFC 6962 promise?');
	for (let i = 1; i < 30; i++) say(reading, forest.session(reading)?.current_bates ?? '', `and then, step ${i}?`);
	forest.labelSession(reading, 'rfc 6962 reading');
	say(notes, null, 'who created spider-man?');
	say(notes, at('who created spider-man?'), 'and venom?');
	say(notes, at('and venom?'), 'who drew him first?');
	say(notes, at('who created spider-man?'), 'who created him?', CREATED, SOURCES);
	say(notes, at('who created him?'), 'in what year?');
	say(notes, at('in what year?'), 'and the month?');
	say(timeline, at('who created him?'), 'where does that stand in the marvel timeline?');
	forest.label(at('who created him?'), 'origin');
	forest.labelSession(notes, 'spider notes');
	forest.labelSession(timeline, 'timeline');
	forest.move(notes, at('who created him?'));
	return { world, sid: notes, at };
}

const waiting: AnswerEngine = {
	name: 'excerpt',
	async *answer() {
		yield { kind: 'text', text: 'It has begun and is not' };
		await new Promise(() => undefined);
	},
};

type Way = (me: Robot, at: (question: string) => string) => Promise<void>;

const SCREENS: Readonly<Record<string, Way>> = {
	opened: async () => undefined,
	async folded(me, at) {
		await me.go(at('and venom?'));
		await me.press('fold.close');
		await me.go(at('in what year?'));
		await me.press('fold.close');
	},
	async run(me, at) {
		await me.go(at('and then, step 29?'));
	},
	async markdown(me, at) {
		await me.go(at('how is pasta dough made?'));
	},
	async writing(me) {
		await me.press('turn.ask');
		await me.paste('and what did the costume look like\nin the first sketches?');
	},
	async coming(me) {
		await me.press('turn.ask');
		await me.type('and the web shooters?');
		await me.keys('enter', 'esc');
	},
	async find(me) {
		await me.press('find.open');
		await me.type('created');
	},
	async hit(me) {
		await me.press('find.open');
		await me.type('ditko');
		await me.press('hit.open');
	},
	async palette(me) {
		await me.press('goto.open');
		await me.type('bran');
	},
	help: (me) => me.press('help.open'),
	inspect: (me) => me.press('turn.inspect'),
	verify: (me) => me.press('root.verify'),
	labels: (me) => me.press('label.list'),
	sessions: (me) => me.press('session.list'),
	async field(me) {
		await me.press('label.set');
		await me.type(' of it all');
	},
};

const SIZES = ['80x24', '120x40'];

for (const size of SIZES) {
	for (const [name, way] of Object.entries(SCREENS)) {
		test(`${name} at ${size}`, async () => {
			const { world, sid, at } = spiders();
			const engine = { engine: name === 'coming' ? waiting : [{ answer: 'So it is.' }] };
			await frame(name, size, { world, open: sid, ...engine }, (me) => way(me, at));
		});
	}
	test(`where only ASCII is safe, all that is the program’s is ASCII at ${size}`, async () => {
		for (const [name, way] of Object.entries(SCREENS)) {
			const { world, sid, at } = spiders();
			const env = { LC_ALL: 'C' };
			const me = await robot('', { size, world, open: sid, env, ...(name === 'coming' && { engine: waiting }) });
			await way(me, at);
			const drawn = me.text().replaceAll(/Lee’s|Ditko’s/g, '');
			expect(`${name} ${drawn.match(/[^ -~\n]/g)?.join('') ?? ''}`).toBe(`${name} `);
			await me.leave();
		}
	});
	test(`the first start at ${size}`, () => frame('first', size, {}, async () => undefined));
}

async function frame(
	name: string,
	size: string,
	options: RobotOptions,
	way: (me: Robot) => Promise<void>,
): Promise<void> {
	const me = await robot('', { size, ...options });
	await way(me);
	// How long a search took is the only thing that no clock of ours decides.
	const text = me.text().replace(/( +)(everywhere.* )(\d+) ms/, (_all, space: string, words: string, time: string) => {
		return `${space.padEnd(space.length + time.length - 1)}${words}0 ms`;
	});
	await expect(`${text}\n`).toMatchFileSnapshot(`../frames/${name}-${size}.txt`);
}
