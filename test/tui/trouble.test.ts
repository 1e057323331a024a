import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ArboristError } from '../../source/errors.ts';
import { openSqlite } from '../../source/sqlite.ts';
import { fileWorld } from '../helpers/world.ts';
import { robot } from './robot.ts';

describe('a shard that another program is writing', () => {
	const asked = async () => {
		const me = await robot('tea', { world: fileWorld({ busyTimeout: 20 }) });
		const other = openSqlite(me.world.path);
		onTestFinished(() => void other.close());
		await me.press('turn.ask');
		await me.type('how hot?');
		other.exec('BEGIN IMMEDIATE');
		await me.keys('enter');
		expect(me.prose()).toContain('another program is writing; ctrl-c');
		expect(me.composer).toBe('the answer is coming');
		return { me, other };
	};

	test('an answer waits to be saved, the screen goes on, and it is saved once', async () => {
		const { me, other } = await asked();
		await me.press('composer.leave', 'move.first');
		await me.type('jk');
		expect(me.text()).toContain('another program is writing; ctrl-c');
		other.exec('COMMIT');
		await me.wait();
		expect(me.hint).toContain('Answered: how hot?');
		expect(me.forest.countTurns()).toBe(2);
		await me.wait();
		expect(me.world.neighbour().aside().drafts().size).toBe(0);
		expect(me.world.neighbour().aside().inFlight.left()).toEqual([]);
	});

	test('an answer waits as long as it takes, and further questions are asked meanwhile', async () => {
		const { me, other } = await asked();
		await me.press('composer.leave', 'session.new');
		await me.type('and coffee?');
		await me.keys('enter');
		for (let second = 0; second < 60; second++) await me.wait();
		expect(me.prose()).toContain('another program is writing; ctrl-c');
		other.exec('COMMIT');
		await me.wait();
		await me.wait();
		expect(me.forest.countTurns()).toBe(3);
		expect(me.forest.waitAtMost(20)).toBe(20);
		expect(me.world.neighbour().aside().drafts().size).toBe(0);
	});

	test.each([
		['ctrl-c', ['ctrl-c']],
		['esc in the tree', ['esc', 'esc']],
	])('%s waits no longer: the answer is kept, and offered when the shard is free', async (_what, keys) => {
		const { me, other } = await asked();
		await me.keys(...keys);
		await me.settle();
		expect(me.hint).toMatch(
			/^! .* is being written by another program.*“how hot\?” is kept, and offered once it can be saved/,
		);
		other.exec('COMMIT');
		await me.wait();
		await me.wait();
		expect(me.forest.countTurns()).toBe(1);
		expect(me.box().join('\n')).toMatch(/answers that broke off[\s\S]*how hot\?[\s\S]*all 9 characters came/);
		await me.keys('enter');
		expect(me.here).toBe('how hot?');
		expect(me.prose()).toContain('So it is.');
		expect(me.forest.turn(me.desk.state().here ?? '')?.meta.finish).toBe('complete');
		expect(me.world.neighbour().aside().drafts().size).toBe(0);
	});

	test('the offer stands while it cannot be taken', async () => {
		const { me, other } = await asked();
		await me.keys('ctrl-c');
		other.exec('COMMIT');
		await me.wait();
		await me.wait();
		other.exec('BEGIN IMMEDIATE');
		await me.keys('enter');
		expect(me.hint).toMatch(/^! .* is being written by another program/);
		expect(me.box().join('\n')).toContain('answers that broke off');
		other.exec('COMMIT');
		await me.keys('enter');
		expect(me.here).toBe('how hot?');
	});

	test('what is being written comes before the offer', async () => {
		const { me, other } = await asked();
		await me.keys('ctrl-c');
		await me.type('half a que');
		other.exec('COMMIT');
		await me.wait();
		await me.wait();
		expect(me.box()).toEqual([]);
		expect(me.world.neighbour().aside().inFlight.left()).toMatchObject([{ text: 'So it is.' }]);
		await me.keys('ctrl-u');
		await me.wait();
		expect(me.box().join('\n')).toContain('answers that broke off');
	});
});

test('nor does a label, a move or a draft get lost in silence', async () => {
	const me = await robot('tea > leaf', { world: fileWorld({ busyTimeout: 20 }) });
	const other = openSqlite(me.world.path);
	other.exec('BEGIN IMMEDIATE');
	await me.press('turn.parent');
	expect(me.hint).toMatch(/^! .* is being written by another program/);
	expect(me.here).toBe('leaf');
	await me.press('label.set');
	await me.type('x');
	await me.press('field.save');
	expect(me.box().join(' ')).toContain('is being written');
	await me.press('overlay.close', 'turn.ask');
	await me.type('a thought');
	await me.wait();
	other.exec('COMMIT');
	other.close();
	await me.wait();
	await me.wait();
	expect([...me.world.neighbour().aside().drafts().values()]).toEqual(['a thought']);
});

describe('what cannot be saved when one leaves', () => {
	const written = async () => {
		const me = await robot('tea', { world: fileWorld({ busyTimeout: 20 }) });
		const other = openSqlite(me.world.path);
		onTestFinished(() => void other.close());
		await me.press('turn.ask');
		other.exec('BEGIN IMMEDIATE');
		return { me, other };
	};

	test('is said first; who quits again finds it in the terminal', async () => {
		const { me } = await written();
		await me.type('with lemon');
		await me.keys('enter');
		await me.press('composer.leave', 'move.first', 'session.new');
		await me.type('and coffee');
		await me.press('composer.leave');
		await me.keys('q');
		expect(me.hint).toBe(
			'! What is written cannot be saved now (sessions.db is being written by another program); quit again to leave it.',
		);
		await me.keys('q');
		await me.ended;
		await me.leave();
		const [modes, told] = [me.machine.stdout.bytes.slice(-8), me.machine.stderr.text];
		expect(modes).toBe('\u001b[?1049l');
		expect(told).toMatch(/^Not saved, because sessions.db is being written by another program.\n\n/);
		expect(told).toMatch(/answer as far as it came:\n\nwith lemon\n\nSo it is.\n\nWhat was written:\n\nand coffee\n$/);
	});

	test('is saved after all when that can be by then', async () => {
		const { me, other } = await written();
		await me.type('with lemon');
		await me.send('\u0003\u0003');
		expect(me.hint).toContain('quit again to leave it');
		other.exec('COMMIT');
		await me.send('\u0003\u0003');
		await me.ended;
		await me.leave();
		expect(me.machine.stderr.text).toBe('');
		expect([...me.world.neighbour().aside().drafts().values()]).toEqual(['with lemon']);
	});

	test('is in the terminal after a signal, which asks nobody', async () => {
		const { me } = await written();
		await me.type('with lemon');
		me.machine.emit('exit');
		expect(me.machine.stderr.text).toMatch(/^Not saved, because sessions.db is being written[\s\S]*\n\nwith lemon\n$/);
	});

	test('says nothing of what is saved', async () => {
		const { me } = await written();
		await me.send('\u0003\u0003');
		await me.ended;
		await me.leave();
		expect(me.machine.stderr.text).toBe('');
	});
});

test('a notice that does not fit is told in full, in rows that the panes give and get back', async () => {
	const me = await robot('tea > leaf');
	const rows = me.conversation().length;
	const text = `${'It went wrong in many words. '.repeat(5)}And this is what to do.`;
	me.desk.apply({ type: 'notice', notice: { text, tone: 'bad' } });
	await me.settle();
	expect(me.hint).toBe(`! ${text}`);
	expect(me.screen().at(-1)).toMatch(/^ {3}\S.*what to do\.$/);
	await me.press('turn.ask');
	expect(me.screen().at(-2)).toContain('ask under');
	expect(me.conversation()).toHaveLength(rows);
});

const put = (path: string, what: () => void) => {
	rmSync(path);
	what();
};

test.each([
	['taken away', (path: string) => rmSync(path)],
	['moved', (path: string) => renameSync(path, `${path}.old`)],
	['another file now', (path: string) => put(path, () => writeFileSync(path, 'something else'))],
	['a folder now', (path: string) => put(path, () => mkdirSync(path))],
])(
	'a shard that is %s: that is said, nothing is asked into the void, and what was written stays',
	async (_what, harm) => {
		const me = await robot('tea', { world: fileWorld({ busyTimeout: 20 }) });
		await me.press('turn.ask');
		await me.type('how hot?');
		harm(me.world.path);
		await me.wait();
		expect(me.hint).toMatch(/^! sessions.db was (?:removed|replaced) while it was open; nothing more is saved/);
		await me.keys('enter');
		expect(me.composer).toBe('how hot?');
		expect(me.hint).toMatch(/^! .*nothing more is saved|^this forest can only be read/);
	},
);

test('a shard that is moved away and back is gone on with, and what was written meanwhile is kept', async () => {
	const me = await robot('tea', { world: fileWorld() });
	await me.press('turn.ask');
	renameSync(me.world.path, `${me.world.path}.away`);
	await me.type('how hot?');
	await me.wait();
	expect(me.hint).toContain('was removed');
	renameSync(`${me.world.path}.away`, me.world.path);
	await me.wait();
	expect(me.hint).toBe('✓ The file is there again.');
	await me.wait();
	expect([...me.world.neighbour().aside().drafts().values()]).toEqual(['how hot?']);
	await me.keys('enter');
	expect(me.here).toBe('how hot?');
});

test('a shard that was damaged: the screen stays, says so, and takes keys', async () => {
	const me = await robot('tea > leaf', { world: fileWorld({ busyTimeout: 20 }) });
	const db = openSqlite(me.world.path);
	db.pragma('wal_checkpoint(TRUNCATE)');
	db.close();
	truncateSync(me.world.path, 8192);
	await me.press('move.up', 'move.up', 'turn.inspect');
	await me.wait();
	expect(me.text()).toMatch(/damaged/);
	await me.keys('esc', 'j', '?');
	await me.keys('esc', 'q');
	await me.ended;
});

test.each(['drafts', 'in_flight', 'nodes_fts', 'audit_events', 'sessions', 'nodes'])(
	'another program drops the table %s: the screen stays, says so, and can be left',
	async (table) => {
		const me = await robot('tea > leaf', { world: fileWorld() });
		const other = openSqlite(me.world.path);
		other.pragma('foreign_keys = OFF');
		other.exec(`DROP TABLE ${table}`);
		other.close();
		await me.press('turn.ask');
		await me.type('how hot?');
		await me.wait();
		let seen = '';
		for (const key of ['enter', 'esc', '/', 'x', 'enter', 'esc', 'k', 'l', 's']) {
			await me.keys(key);
			seen += me.text();
		}
		expect(seen).toMatch(/! .*is not as this program knows it: SQLite/);
		expect(seen).not.toContain('A fault');
		expect(me.stray()).toEqual([]);
		await me.keys('ctrl-c', 'ctrl-c');
	},
);

test('what cannot be drawn is told below what was drawn last, and drawn again when it can be', async () => {
	const me = await robot('tea > leaf', { config: '[keys]\n"quit.now" = "ctrl-q ctrl-q"\n' });
	const { outline } = me.forest;
	const { row } = outline;
	Object.assign(outline, {
		row() {
			throw new ArboristError('SHARD_DAMAGED', 'The shard is damaged.', 'Put a backup in its place.');
		},
	});
	me.desk.apply({ type: 'changed', now: me.now() });
	await me.settle();
	expect(me.text()).toContain('! The shard is damaged. Put a backup in its place. What was written is kept.');
	expect(me.text().replace(/\s+/g, ' ')).toContain('Any key tries again; ctrl-q twice quits.');
	expect(me.text()).toContain('About leaf.');
	Object.assign(outline, { row });
	await me.press('move.up');
	expect(me.row).toContain('tea');
	expect(me.stray()).toEqual([]);
});

test('a session that is removed while one is in it leaves the rest standing', async () => {
	const me = await robot('coffee ; tea > leaf', { world: fileWorld(), session: 1 });
	const other = openSqlite(me.world.path);
	other.exec(
		`DELETE FROM nodes WHERE sid = '${me.planted.sids[1]}'; DELETE FROM sessions WHERE sid = '${me.planted.sids[1]}'`,
	);
	other.exec(`UPDATE audit_events SET event_type = event_type`);
	other.close();
	me.world.neighbour().label(me.planted.bates('coffee'), 'x');
	await me.wait();
	expect(me.tree()).toHaveLength(1);
	await me.press('move.first', 'move.down', 'fold.open', 'move.down');
	expect(me.at).toBe('coffee');
	expect(me.text()).not.toContain('leaf');
});
