import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openForest } from '../../source/store/forest.ts';
import { behindItsBack } from '../helpers/shards.ts';
import { tracesOf } from '../helpers/traces.ts';
import { ask, fileWorld, memoryWorld, newTurn } from '../helpers/world.ts';

describe('what a prune removes', () => {
	it('is all but the sessions that were active last', () => {
		const { forest, plant } = memoryWorld();
		const { sids } = plant('tea ; coffee > milk ; cocoa');
		const plan = forest.prunable(1);
		expect(plan.goes.map(({ sid }) => sid)).toEqual(sids.slice(0, 2));
		expect(plan.turns).toBe(3);
		expect(forest.sessions()).toHaveLength(3);
		forest.prune(plan.goes.map(({ sid }) => sid));
		expect(forest.sessions().map(({ sid }) => sid)).toEqual([sids[2]]);
		expect(forest.find('milk', 5).count).toBe(0);
		expect(forest.verify()).toMatchObject({ intact: true, findings: [], sessions: 1, turns: 1 });
	});

	it('is nothing that is labelled, or holds a labelled turn', () => {
		const { forest, plant } = memoryWorld();
		const { sids } = plant('tea #fine ; coffee ; cocoa');
		forest.labelSession(sids[1] as string, 'keep');
		const { goes, stays } = forest.prunable(0);
		expect(goes.map(({ sid }) => sid)).toEqual([sids[2]]);
		expect(stays.map(({ session, reason }) => [session.sid, reason])).toEqual([
			[sids[1], 'labelled'],
			[sids[0], 'holds labelled turns'],
		]);
	});

	it('is nothing a staying turn hangs under, nor where a staying session stands, however far that reaches', () => {
		const { forest, plant } = memoryWorld();
		const { sids, bates } = plant('tea ; ^tea > coffee ; ^coffee > cocoa ; water ; wine');
		forest.move(sids[4] as string, bates('water'));
		forest.labelSession(sids[4] as string, 'stays');
		forest.label(bates('cocoa'), 'fine');
		const { goes, stays } = forest.prunable(0);
		expect(goes).toEqual([]);
		expect(stays.map(({ reason }) => reason)).toEqual([
			'labelled',
			'another session needs it',
			'holds labelled turns',
			'another session needs it',
			'another session needs it',
		]);
	});

	it('takes two that hang under each other together, and moves the roots above', () => {
		const { forest, plant } = memoryWorld();
		const { sids, bates, root } = plant('tea ; ^tea > coffee ; water');
		forest.add({ ...newTurn('sugar'), sid: sids[0] as string, parent_bates: bates('coffee') });
		forest.add({ ...newTurn('ice'), sid: sids[1] as string, parent_bates: bates('water') });
		forest.labelSession(sids[2] as string, 'stays');
		const before = root(2).subtree_hash;
		forest.prune(sids);
		expect(forest.sessions().map(({ sid }) => sid)).toEqual([sids[2]]);
		expect(root(2).subtree_hash).not.toBe(before);
		expect(forest.verify().findings).toEqual([]);
	});

	it('never takes a session that was labelled, or got a guest, since it was shown', () => {
		const { forest, plant } = memoryWorld();
		const { sids, bates } = plant('tea ; coffee ; water');
		const shown = forest.prunable(1).goes.map(({ sid }) => sid);
		forest.label(bates('coffee'), 'fine');
		forest.add({ ...newTurn('leaf'), sid: sids[2] as string, parent_bates: bates('tea') });
		expect(forest.prune(shown)).toMatchObject({ goes: [], turns: 0 });
		expect(forest.sessions()).toHaveLength(3);
	});
});

describe('a session open in a program', () => {
	it('stays as long as that program runs', () => {
		const world = fileWorld();
		const { sids } = world.plant('tea ; coffee');
		const other = world.neighbour();
		other.hold(sids[0] as string);
		expect(world.forest.prunable(0).stays.map(({ reason }) => reason)).toEqual(['open']);
		other.hold(sids[1] as string);
		expect(world.forest.prunable(0).goes.map(({ sid }) => sid)).toEqual([sids[0]]);
		other.close();
		expect(world.forest.prunable(0).goes).toHaveLength(2);
		expect(readdirSync(`${world.path}.open`)).toEqual([]);
	});

	it('stays for a program on another computer, and not for one that was killed', () => {
		const { forest, path, plant } = fileWorld();
		const { sids } = plant('tea ; coffee ; water');
		forest.hold(sids[2] as string);
		const { pid } = spawnSync('true');
		writeFileSync(join(`${path}.open`, `${pid}-0000aaaa`), `${sids[0]}\n${hostname()}\n`);
		writeFileSync(join(`${path}.open`, `${pid}-0000bbbb`), `${sids[1]}\nanother-computer\n`);
		const { goes, stays } = forest.prunable(0);
		expect(goes.map(({ sid }) => sid)).toEqual([sids[0]]);
		expect(stays.map(({ reason }) => reason)).toEqual(['open', 'open']);
	});
});

describe('a pruned session', () => {
	it('is recorded in the chain, and its id never comes again', () => {
		const world = memoryWorld({ step: 0 });
		const { sids } = world.plant('tea > milk');
		const sid = sids[0] as string;
		const { subtree_hash } = world.forest.turn(`${sid}-000000`) ?? {};
		world.forest.prune([sid]);
		const last = world.forest.events(0).at(-1);
		expect(last).toMatchObject({ event_type: 'session_pruned', sid, bates: null });
		expect(JSON.parse(last?.body ?? '')).toMatchObject({ nodes: 3, subtree_hash });
		expect(() => ask(world.forest, sid, 'again?')).toThrow('was pruned');
		expect(world.forest.begin()).not.toBe(sid);
	});

	it('is told to the listeners of this program and of others', () => {
		const world = fileWorld();
		const { sids, bates } = world.plant('tea ; ^tea > coffee');
		const heard = world.listen();
		const other = world.neighbour();
		const told: string[] = [];
		other.subscribe(({ kind }) => told.push(kind));
		world.forest.prune([sids[1] as string]);
		other.catchUp();
		expect(heard.map(({ kind, touched }) => [kind, touched.map((each) => each.bates)])).toEqual([
			['session_pruned', [`${sids[0]}-000000`, bates('tea')]],
		]);
		expect(told).toEqual(['session_pruned']);
	});
});

const SECRET = {
	question: 'where did the zebra hide the plutonium',
	answer_text: 'Below the floorboards of the Marrakesh office, 水星の下に.',
	cited_titles: ['the ledger of quiet debts.md'],
};

describe('no byte of what was erased is left', () => {
	const texts = [
		SECRET.question,
		SECRET.answer_text,
		...SECRET.cited_titles,
		'a telling label',
		'zebra',
		'水星',
		'ledger',
	];

	function world() {
		const made = fileWorld();
		const { forest } = made;
		const { sids } = made.plant('tea > milk ; coffee');
		// Much of it, so that pages split and cells move, and old copies lie about.
		for (let i = 0; i < 60; i++) forest.aside().keepDraft('new', SECRET.question.slice(0, i));
		forest.aside().keepDraft('new', `${SECRET.question}?`);
		forest.aside().keep('search', { typed: [SECRET.answer_text] });
		const sid = forest.begin();
		const first = ask(forest, sid, 'a first question', { under: null });
		const secret = ask(forest, sid, SECRET.question, SECRET);
		for (let i = 0; i < 40; i++) ask(forest, sids[0] as string, `what of kettle ${i}`);
		forest.label(secret.bates, 'a telling label');
		return { ...made, forest, sid, first, secret, folder: dirname(made.path) };
	}

	it('after a forget, while the program runs and when it has ended', () => {
		const { forest, secret, folder } = world();
		for (const text of texts) expect(tracesOf(folder, text)).not.toEqual([]);
		expect(forest.forget(secret.bates)).toEqual({ scrubbed: true });
		for (const text of texts) expect(tracesOf(folder, text)).toEqual([]);
		expect(forest.find('zebra', 5).count).toBe(0);
		expect(forest.turn(secret.bates)).toMatchObject({
			question: '',
			answer_text: '',
			cited_titles: [],
			label: null,
			meta: {},
			node_hash: secret.node_hash,
			subtree_hash: secret.subtree_hash,
		});
		expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
		forest.close();
		for (const text of texts) expect(tracesOf(folder, text)).toEqual([]);
	});

	it('after a prune', () => {
		const { forest, secret, sid, folder } = world();
		forest.label(secret.bates, null);
		forest.prune([sid]);
		for (const text of texts) expect(tracesOf(folder, text)).toEqual([]);
		expect(forest.verify()).toMatchObject({ intact: true, findings: [] });
	});

	it('though another program has the shard open', () => {
		const made = world();
		const other = made.neighbour();
		expect(other.find('zebra', 5).count).toBe(1);
		made.forest.forget(made.secret.bates);
		for (const text of texts) expect(tracesOf(made.folder, text)).toEqual([]);
		expect(other.find('zebra', 5).count).toBe(0);
	});

	it('and other drafts stay', () => {
		const { forest, secret, first } = world();
		forest.aside().keepDraft(first.bates, 'something else entirely');
		forest.forget(secret.bates);
		expect([...forest.aside().drafts().keys()]).toEqual([first.bates]);
	});
});

it('what a killed program had erased, but not cleared away, is cleared away by the next one', () => {
	const { path, plant, forest } = fileWorld();
	plant('tea');
	forest.close();
	behindItsBack(path, (db) => {
		db.exec("INSERT INTO drafts VALUES ('new', 'a zebra'); DELETE FROM drafts");
		db.exec("INSERT INTO screen_state VALUES ('unscrubbed', 'true')");
	});
	expect(tracesOf(dirname(path), 'a zebra')).toEqual([path]);
	const next = openForest(path);
	onTestFinished(() => next.close());
	expect(tracesOf(dirname(path), 'a zebra')).toEqual([]);
	expect(next.aside().recall('unscrubbed')).toBeNull();
	expect(next.verify().findings).toEqual([]);
});

describe('a forgotten turn', () => {
	it('is forgotten once, and takes no label', () => {
		const { forest, plant } = memoryWorld();
		const { bates } = plant('tea > milk');
		forest.forget(bates('tea'));
		expect(() => forest.forget(bates('tea'))).toThrow('was forgotten before');
		expect(() => forest.label(bates('tea'), 'x')).toThrow('forgotten');
		expect(() => forest.forget(`${bates('tea').slice(0, -6)}000000`)).toThrow('no turn');
	});

	it('may be an imported one, and may be pruned later', () => {
		const { forest } = memoryWorld();
		const { sid } = forest.import({
			source: { tool: 'other', file_sha256: 'ab'.repeat(32) },
			created_at: '2024-05-06T07:08:09.000Z',
			turns: [
				{ id: '1', parent: null, question: 'a', answer_text: '水', created_at: '2024-05-06T07:08:09.000Z', label: 'x' },
				{ id: '2', parent: 0, question: 'b', answer_text: 'c', created_at: '2024-05-06T07:08:09.000Z' },
			],
		});
		forest.forget(`${sid}-000001`);
		expect(forest.verify().findings).toEqual([]);
		forest.prune([sid]);
		expect(forest.verify()).toMatchObject({ findings: [], sessions: 0, turns: 0 });
	});
});

it('an erasing while another program reads says that the text is not gone yet, and the next opening clears it away', () => {
	const { path, plant } = fileWorld();
	const { bates } = plant('tea = of the zebra');
	const impatient = openForest(path, { busyTimeout: 0 });
	onTestFinished(() => impatient.close());
	const scrubbed = behindItsBack(path, (db) => {
		db.exec('BEGIN; SELECT 1 FROM nodes');
		return impatient.forget(bates('tea')).scrubbed;
	});
	expect(scrubbed).toBe(false);
	impatient.close();
	expect(tracesOf(dirname(path), 'zebra')).not.toEqual([]);
	openForest(path).close();
	expect(tracesOf(dirname(path), 'zebra')).toEqual([]);
});
