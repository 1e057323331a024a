import { onTestFinished } from 'vitest';
import type { AnswerEngine } from '../../source/answer/engine.ts';
import { type ScriptedAnswer, scriptEngine } from '../../source/answer/script.ts';
import { parseConfig } from '../../source/config/config.ts';
import type { Sighting } from '../../source/intake/scan.ts';
import type { CommandId } from '../../source/keymap/table.ts';
import { type Library, openLibrary } from '../../source/library/library.ts';
import type { Forest } from '../../source/store/forest.ts';
import type { Desk, Offer } from '../../source/tui/desk.ts';
import { sessionLeft } from '../../source/tui/kept.ts';
import { panesOf } from '../../source/tui/panes.ts';
import { placeNow } from '../../source/tui/situation.ts';
import { type Screen, startScreen } from '../../source/tui/start.tsx';
import type { Planted } from '../helpers/plant.ts';
import { START } from '../helpers/surroundings.ts';
import { memoryWorld, type World } from '../helpers/world.ts';
import { bytesOf } from './keyboard.ts';
import { FakeMachine } from './machine.ts';
import { FakeClock } from './screen/terminal.ts';

// What a session without a name is called goes by the clock on the wall.
process.env['TZ'] = 'UTC';

export interface RobotOptions {
	/** `80x24` */
	size?: string;
	/** What answers; anything asked is answered “So it is.” when nothing is given. */
	engine?: AnswerEngine | readonly ScriptedAnswer[];
	/** What else can answer. */
	offers?: readonly Offer[];
	/** The forest in a file, for neighbours and restarts; the same for several windows. */
	world?: World;
	/** The session it opens on, counted in the line; a new one when there is none. */
	session?: number;
	/** The session it opens on, by its id. */
	open?: string;
	/** Stays in the composer, where the screen opens; else the first thing done is to go to the tree, where there is one. */
	writes?: boolean;
	/** What other tools left on this machine, and what reads it in. */
	histories?: readonly Sighting[];
	import?: Desk['import'];
	/** What adds documents. */
	add?: Desk['add'];
	library?: Promise<Library>;
	/** config.toml */
	config?: string;
	env?: Record<string, string>;
}

const TWO_HOURS = 7_200_000;

/** Someone at the screen, over a forest planted from a line of text; see test/helpers/plant.ts. */
export async function robot(line = '', options: RobotOptions = {}): Promise<Robot> {
	const world = options.world ?? memoryWorld();
	const planted = line === '' ? undefined : world.plant(line);
	const hand = new Robot(world, planted, options);
	await hand.open(options.open ?? planted?.sids[options.session ?? 0]);
	return hand;
}

export class Robot {
	readonly world: World;
	readonly clock = new FakeClock();
	machine: FakeMachine;
	readonly #planted: Planted | undefined;
	readonly #options: RobotOptions;
	readonly #library: Promise<Library>;
	#screen: Screen | undefined;

	constructor(world: World, planted: Planted | undefined, options: RobotOptions) {
		const [columns = 80, rows = 24] = (options.size ?? '80x24').split('x').map(Number);
		this.world = world;
		this.#planted = planted;
		this.#options = options;
		this.machine = new FakeMachine(columns, rows, options.env);
		this.#library = options.library ?? openLibrary(':memory:', { now: this.now });
		onTestFinished(async () => {
			await this.leave();
			(await this.#library).close();
		});
	}

	/** Two hours after the forest was planted, and then by the robot's own clock. */
	readonly now = () => START + TWO_HOURS + this.clock.now();

	get forest(): Forest {
		return this.world.forest;
	}

	get planted(): Planted {
		if (!this.#planted) throw new Error('nothing was planted');
		return this.#planted;
	}

	get desk(): Desk {
		if (!this.#screen) throw new Error('the screen is closed');
		return this.#screen.desk;
	}

	/** Until the person quits. */
	get ended(): Promise<void> {
		return this.#screen?.ended ?? Promise.resolve();
	}

	async open(sid?: string, { label }: { label?: string } = {}): Promise<void> {
		const { engine = [{ answer: 'So it is.' }], config = '', offers = [] } = this.#options;
		const { forest } = this;
		await this.#library;
		this.#screen = startScreen(
			{
				forest,
				library: () => this.#library,
				engine: 'answer' in engine ? engine : scriptEngine(engine),
				offers: async () => offers,
				config: parseConfig(config),
				verify: async () => forest.verify(),
				fileOf: (path) => path,
				histories: async () => this.#options.histories ?? [],
				import: this.#options.import ?? (() => new Promise(() => undefined)),
				add: this.#options.add ?? (async (path) => (await this.#library).add([path])),
				sid: sid ?? forest.begin(),
				label,
				now: this.now,
			},
			this.machine,
			this.clock,
		);
		if (!this.#options.writes && this.desk.state().tree.size > 0) this.desk.apply({ type: 'focused', focus: 'tree' });
		await this.settle();
	}

	/** Leaves the screen as a person does who quits. */
	async leave(): Promise<void> {
		const closed = this.#screen?.close();
		this.#screen = undefined;
		for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
		this.clock.pass(2000);
		await closed;
	}

	/** Leaves, closes the forest, and starts again as a plain start does. */
	async restart(): Promise<void> {
		if (this.world.path === ':memory:') throw new Error('a forest in memory does not survive this');
		await this.leave();
		const { columns, rows } = this.machine.stdout;
		this.world.reopen();
		this.machine = new FakeMachine(columns, rows, this.#options.env);
		await this.open(sessionLeft(this.forest));
	}

	/** Gives commands by a key of each that works where the focus is. */
	async press(...ids: CommandId[]): Promise<void> {
		for (const id of ids) await this.keys(this.#keyOf(id));
	}

	#keyOf(id: CommandId): string {
		const { rows } = this.desk.keymap;
		const place = placeNow(this.desk.state());
		const everything = new Proxy({}, { get: () => true }) as never;
		const key = rows
			.find((row) => row.id === id)
			?.keys.find((each) => {
				const command = this.desk.keymap.commandFor(place, each, everything);
				return command?.id === id || (command !== undefined && 'disabled' in command);
			});
		if (key === undefined) throw new Error(`${id} has no key in the ${place}`);
		return key;
	}

	/** Presses keys by name, one a second. */
	async keys(...names: string[]): Promise<void> {
		for (const name of names) {
			this.clock.pass(1000);
			await this.send(bytesOf(name));
		}
	}

	async type(text: string): Promise<void> {
		await this.send(text);
	}

	async paste(text: string): Promise<void> {
		await this.send(`\u001b[200~${text}\u001b[201~`);
	}

	/** Bytes as they come from the terminal, all at once. */
	async send(bytes: string | Uint8Array): Promise<void> {
		this.machine.stdin.emit('data', Buffer.from(bytes));
		// A lone escape, and the end of a paste, are decided by a moment of quiet.
		this.clock.pass(100);
		await this.settle();
	}

	async resize(columns: number, rows: number): Promise<void> {
		this.machine.stdout.resize(columns, rows);
		await this.settle();
	}

	/** Lets a second go by, in which the screen looks for what others did. */
	async wait(): Promise<void> {
		this.clock.pass(1000);
		await this.settle();
	}

	/** Until everything has been said, drawn and shown. */
	async settle(): Promise<void> {
		const { stdout } = this.machine;
		for (let quiet = 0, seen = -1; quiet < 3; ) {
			await new Promise((done) => setImmediate(done));
			this.clock.pass(20);
			quiet = stdout.writes === seen ? quiet + 1 : 0;
			seen = stdout.writes;
		}
		await stdout.drawn();
		const { notice } = this.desk.state();
		if (notice?.text.startsWith('A fault')) throw new Error(notice.text);
	}

	/** The rows of the screen. */
	screen(): string[] {
		return this.machine.stdout.lines();
	}

	text(): string {
		return this.screen().join('\n');
	}

	/** The rows of the tree that hold something. */
	tree(): string[] {
		const { tree, height } = panesOf(this.desk.state());
		return this.screen()
			.slice(2, 2 + height)
			.map((line) => clip(line, 0, tree))
			.filter((line) => line !== '');
	}

	/** The rows of the conversation, without the empty ones at its end. */
	conversation(): string[] {
		const { tree, height } = panesOf(this.desk.state());
		const lines = this.screen()
			.slice(2, 2 + height)
			.map((line) => (tree === 0 ? line : clip(line, tree + 1)));
		while (lines.at(-1) === '') lines.pop();
		return lines;
	}

	/** The conversation as one reads it, its rows joined. */
	prose(): string {
		return this.conversation()
			.map((line) => line.trim().replace(/ {2,}/g, ' '))
			.join(' ')
			.trim();
	}

	/** The last row: what can be done; or what was just done, which may take more of them. */
	get hint(): string {
		const { hints } = panesOf(this.desk.state());
		return this.screen()
			.slice(-hints)
			.map((line) => line.trim())
			.join(' ');
	}

	/** The rows of the composer. */
	get composer(): string {
		const { composer, hints } = panesOf(this.desk.state());
		return this.screen()
			.slice(-hints - composer, -hints)
			.map((line) => line.replace(/^ ?› ?|^ {3}/, ''))
			.join('\n');
	}

	/** The rows inside the box over the panes; none when nothing is open. */
	box(): string[] {
		const lines = this.screen();
		const top = lines.findIndex((line) => line.includes('╭─'));
		const bottom = lines.findLastIndex((line) => line.includes('╰─') && line.includes('╯'));
		if (top < 0 || bottom < 0 || this.desk.state().overlay === null) return [];
		const left = lines[top]?.indexOf('╭') ?? 0;
		const right = lines[top]?.lastIndexOf('╮') ?? 0;
		return lines.slice(top, bottom).map((line, row) => clip(line, left + (row === 0 ? 0 : 1), right).replace(/│$/, ''));
	}

	/** The question of the turn at the cursor, and of the one stood on. */
	get at(): string | undefined {
		return this.#question(this.desk.state().path.at(-1));
	}

	get here(): string | undefined {
		return this.#question(this.desk.state().here);
	}

	#question(bates: string | null | undefined): string | undefined {
		return bates == null ? undefined : this.forest.turn(bates)?.question;
	}

	/** Puts the cursor on the turn that asked something, as one does who knows its number. */
	async goTo(question: string): Promise<void> {
		await this.go(this.planted.bates(question));
	}

	async go(bates: string): Promise<void> {
		await this.press('goto.open');
		await this.type(bates);
		await this.keys('enter');
	}

	/** The row the cursor is on, as it is shown. */
	get row(): string {
		return this.machine.stdout.styled('isInverse')[0] ?? '';
	}

	/** Words that are shown as found. */
	marked(): string[] {
		return this.machine.stdout.styled('isUnderline');
	}

	/** What the terminal was sent that is not the program's own way of drawing; empty when all is well. */
	stray(): string[] {
		const [before = '', ...frames] = this.machine.stdout.bytes.split('\u001b[?2026h');
		const found = before.replace(MODES, '');
		const bad = frames.flatMap((each) => {
			const [frame = '', after = ''] = each.split('\u001b[?2026l');
			return [FRAME.test(frame) ? '' : frame, after.replace(MODES, '')];
		});
		return [found, ...bad].filter((each) => each !== '').map((each) => JSON.stringify(each));
	}
}

const MODES =
	/\u001b\[\?(?:1049|25|2004|1007|7|2026)[hl]|\u001b\[2[23];2t|\u001b\]2;[^\u0000-\u001f\u007f-\u009f]*\u0007|\u001b\[0?[rm]/g;

/** Caret away, all cleared, rows scrolled, rows written, caret shown; in rows nothing but text and colours. */
const FRAME =
	/^(?:\u001b\[\?25l)?(?:\u001b\[2J)?(?:\u001b\[\d+;\d+r\u001b\[\d+H\u001b\[\d+[ML]\u001b\[r)?(?:\u001b\[\d+H\u001b\[2K(?:\u001b\[[\d;]*m|[^\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069])*)*(?:\u001b\[\d+;\d+H\u001b\[\?25h|\u001b\[\?25l)?$/;

/** Columns of a row, where wide characters take two. */
function clip(line: string, from: number, to = Number.POSITIVE_INFINITY): string {
	let column = 0;
	let text = '';
	for (const character of line) {
		if (column >= from && column < to) text += character;
		column += WIDE.test(character) ? 2 : 1;
	}
	return text.trimEnd();
}

const WIDE =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
