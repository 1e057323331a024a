import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Forest } from '../../source/store/forest.ts';
import type { AuditEvent, Session } from '../../source/store/types.ts';
import { verifyFile } from '../../source/store/verify/verify.ts';
import { ask, fileWorld, tempFolder, type World, worldAt } from '../helpers/world.ts';
import { PATIENCE, SEED, times } from '../torture/length.ts';

// Random commands against a plain map: what the forest says must be what the map says, what the chain tells when it is
// replayed must be what the tables hold, and verify must find nothing.

interface Known {
	sid: string;
	parent: string | null;
	question: string;
	label: string | null;
	forgotten?: boolean;
}

interface Model {
	turns: Map<string, Known>;
	sessions: Map<string, { current: string; label: string | null }>;
}

interface Real {
	world: World;
}

const pick = <Item>(items: Iterable<Item>, at: number): Item => {
	const list = [...items];
	return list[at % list.length] as Item;
};

function added({ turns, sessions }: Model, forest: Forest, sid: string, under: string | null, question: string): void {
	const turn = ask(forest, sid, question, { under });
	const root = `${sid}-000000`;
	if (!turns.has(root)) turns.set(root, { sid, parent: null, question: '', label: null });
	turns.set(turn.bates, {
		sid,
		parent: under ?? root,
		question: question.toWellFormed().replaceAll('\0', ''),
		label: null,
	});
	sessions.set(sid, { current: turn.bates, label: sessions.get(sid)?.label ?? null });
	expect(turn.parent_bates).toBe(under ?? root);
}

abstract class Command implements fc.Command<Model, Real> {
	readonly at: number;
	readonly other: number;
	readonly text: string;

	constructor(at: number, other: number, text: string) {
		this.at = at;
		this.other = other;
		this.text = text;
	}

	check(model: Readonly<Model>): boolean {
		return model.sessions.size > 0;
	}

	abstract run(model: Model, real: Real): void;

	toString(): string {
		return `${this.constructor.name}(${this.at}, ${this.other}, ${JSON.stringify(this.text)})`;
	}
}

class Begin extends Command {
	override check(): boolean {
		return true;
	}
	run(model: Model, { world }: Real): void {
		added(model, world.forest, world.forest.begin(), null, this.text);
	}
}

class Ask extends Command {
	run(model: Model, { world }: Real): void {
		const [sid, { current }] = pick(model.sessions, this.at);
		added(model, world.forest, sid, current, this.text);
	}
}

class Fork extends Command {
	run(model: Model, { world }: Real): void {
		const sid = pick(model.sessions.keys(), this.at);
		const own = [...model.turns].filter(([, turn]) => turn.sid === sid);
		added(model, world.forest, sid, pick(own, this.other)[0], this.text);
	}
}

class ForkAcross extends Command {
	run(model: Model, { world }: Real): void {
		added(model, world.forest, pick(model.sessions.keys(), this.at), pick(model.turns.keys(), this.other), this.text);
	}
}

class Move extends Command {
	run({ sessions, turns }: Model, { world }: Real): void {
		const [sid, session] = pick(sessions, this.at);
		session.current = pick(turns.keys(), this.other);
		world.forest.move(sid, session.current);
	}
}

class Label extends Command {
	run({ turns }: Model, { world }: Real): void {
		const [bates, turn] = pick(turns, this.at);
		if (turn.parent === null || turn.forgotten) return;
		turn.label = this.other % 3 === 0 ? null : `label ${this.other}`;
		world.forest.label(bates, turn.label);
	}
}

class NameSession extends Command {
	run({ sessions }: Model, { world }: Real): void {
		const [sid, session] = pick(sessions, this.at);
		session.label = this.other % 3 === 0 ? null : `name ${this.other}`;
		world.forest.labelSession(sid, session.label);
	}
}

class Reopen extends Command {
	run(_model: Model, { world }: Real): void {
		world.reopen();
	}
}

/** The program ends without a word, and what is on the disk at that moment is all that is left. */
class Crash extends Command {
	run(_model: Model, real: Real): void {
		const path = join(tempFolder(), 'sessions.db');
		const { path: left } = real.world;
		for (const end of ['', '-wal', '.head']) if (existsSync(left + end)) copyFileSync(left + end, path + end);
		real.world = worldAt(path, { seed: 1_000_000 + this.at * 1000 + this.other });
	}
}

/** Another program on the same shard goes on where a session stands. */
class AskElsewhere extends Command {
	run(model: Model, { world }: Real): void {
		const [sid, { current }] = pick(model.sessions, this.at);
		const other = world.neighbour();
		added(model, other, sid, current, this.text);
		other.close();
	}
}

class Import extends Command {
	run({ turns, sessions }: Model, { world }: Real): void {
		const under = this.other % 2 === 0 ? null : pick(turns.keys(), this.at);
		const created_at = '2024-05-06T07:08:09.000Z';
		const question = this.text.toWellFormed().replaceAll('\0', '');
		const label = `import ${this.other}`;
		const { sid } = world.forest.import({
			source: { tool: 'other', file_sha256: 'ab'.repeat(32) },
			created_at,
			turns: [
				{ id: `${this.at}`, parent: under, question: this.text, answer_text: 'x', created_at, label },
				{ id: `${this.at}+`, parent: 0, question: this.text, answer_text: '水', created_at },
			],
		});
		const [root, first, second] = [0, 1, 2].map((seq) => `${sid}-00000${seq}`) as [string, string, string];
		turns.set(root, { sid, parent: null, question: '', label: null });
		turns.set(first, { sid, parent: under ?? root, question, label });
		turns.set(second, { sid, parent: first, question, label: null });
		sessions.set(sid, { current: second, label: null });
	}
}

class Forget extends Command {
	run({ turns }: Model, { world }: Real): void {
		const [bates, turn] = pick(turns, this.at);
		if (turn.parent === null || turn.forgotten) return;
		world.forest.forget(bates);
		Object.assign(turn, { question: '', label: null, forgotten: true });
	}
}

class Prune extends Command {
	run({ turns, sessions }: Model, { world }: Real): void {
		const [sid, { label }] = pick(sessions, this.at);
		const isOf = (bates: string | null) => bates?.startsWith(`${sid}-`) ?? false;
		const needed =
			[...turns.values()].some((turn) => turn.sid !== sid && isOf(turn.parent)) ||
			[...sessions].some(([other, { current }]) => other !== sid && isOf(current));
		const labelled = label !== null || [...turns.values()].some((turn) => turn.sid === sid && turn.label !== null);
		const { goes } = world.forest.prune([sid]);
		expect(goes.map((each) => each.sid)).toEqual(needed || labelled ? [] : [sid]);
		if (needed || labelled) return;
		sessions.delete(sid);
		for (const bates of [...turns.keys()]) if (isOf(bates)) turns.delete(bates);
		expect(world.forest.find('"x"', 1).hits.every((hit) => hit.sid !== sid)).toBe(true);
	}
}

/** What the chain alone tells of turns and sessions. */
function replayed(events: AuditEvent[]): { turns: Set<string>; current: Map<string, string> } {
	const turns = new Set<string>();
	const current = new Map<string, string>();
	for (const { event_type, sid, bates, body } of events) {
		if (event_type === 'node_added' && bates !== null) turns.add(bates);
		if ((event_type === 'node_added' || event_type === 'moved') && bates !== null) current.set(sid, bates);
		if (event_type === 'session_imported') {
			const { first_seq, nodes, current_bates } = JSON.parse(body);
			for (let seq = first_seq; seq < first_seq + nodes; seq++) turns.add(`${sid}-${`${seq}`.padStart(6, '0')}`);
			current.set(sid, current_bates);
		}
		if (event_type === 'session_pruned') {
			current.delete(sid);
			for (const each of [...turns]) if (each.startsWith(`${sid}-`)) turns.delete(each);
		}
	}
	return { turns, current };
}

test(
	'whatever is done, the forest is what was done, and the record tells the same',
	() => {
		const numbers = [fc.nat(1000), fc.nat(1000), fc.string({ unit: 'binary', maxLength: 12 })] as const;
		const kinds = [
			Begin,
			Ask,
			Fork,
			ForkAcross,
			Move,
			Label,
			NameSession,
			Reopen,
			Crash,
			AskElsewhere,
			Import,
			Forget,
			Prune,
		];
		const commands = kinds.map((Kind) => fc.tuple(...numbers).map(([at, other, text]) => new Kind(at, other, text)));
		fc.assert(
			fc.property(fc.commands(commands, { maxCommands: 40 }), (list) => {
				const model: Model = { turns: new Map(), sessions: new Map() };
				const real: Real = { world: fileWorld() };
				fc.modelRun(() => ({ model, real }), list);
				const { forest } = real.world;
				for (const [bates, { sid, parent, question, label }] of model.turns) {
					expect(forest.turn(bates)).toMatchObject({ sid, parent_bates: parent, question, label });
				}
				for (const [sid, { current, label }] of model.sessions) {
					expect(forest.session(sid)).toMatchObject<Partial<Session>>({ current_bates: current, label });
				}
				const told = replayed(forest.events(0));
				expect(told.turns).toEqual(new Set(model.turns.keys()));
				expect(told.current).toEqual(new Map([...model.sessions].map(([sid, { current }]) => [sid, current])));
				expect(forest.verify().findings).toEqual([]);
				forest.close();
				expect(verifyFile(real.world.path, { withoutIndex: true }).findings).toEqual([]);
			}),
			{ numRuns: times(40, 5000), seed: SEED },
		);
	},
	PATIENCE,
);
