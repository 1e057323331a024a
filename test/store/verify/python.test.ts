import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { verifyFile } from '../../../source/store/verify/verify.ts';
import { behindItsBack, copyOf, SAMPLES } from '../../helpers/shards.ts';
import { fileWorld, worldAt } from '../../helpers/world.ts';

// docs/verify_shard.py was written from the format alone, in another language: that the two agree means something.

const READER = fileURLToPath(new URL('../../../docs/verify_shard.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What the other reader says: intact, at fault, or no shard. */
function otherReader(file: string): 'intact' | 'faults' | 'unreadable' {
	const { status } = spawnSync('python3', [READER, file]);
	return status === 0 ? 'intact' : status === 1 ? 'faults' : 'unreadable';
}

const DAMAGE: [string, string][] = [
	['an answer', "UPDATE nodes SET answer_text = answer_text || '!' WHERE seq = 1"],
	['a question', "UPDATE nodes SET question = question || '!' WHERE seq = 1"],
	['a label', "UPDATE nodes SET label = 'forged' WHERE seq = 1"],
	['a time', "UPDATE nodes SET created_at = '2000-01-01T00:00:00.000Z' WHERE seq = 1"],
	['a subtree', `UPDATE nodes SET subtree_hash = '${'0'.repeat(64)}' WHERE seq = 0`],
	['a pointer', 'UPDATE sessions SET current_bates = root_bates'],
	['a session’s name', "UPDATE sessions SET label = 'forged'"],
	['an event', 'UPDATE audit_events SET body = replace(body, \'"session_seq":1\', \'"session_seq":7\')'],
	['a hash', `UPDATE audit_events SET event_hash = '${'0'.repeat(64)}' WHERE seq = 3`],
	['a lost event', 'DELETE FROM audit_events WHERE seq = 2'],
	['a cut tail', 'DELETE FROM audit_events WHERE seq = (SELECT max(seq) FROM audit_events)'],
	['a lost turn', 'DELETE FROM nodes WHERE id = (SELECT max(id) FROM nodes)'],
	['a drifted index', "INSERT INTO nodes_fts(nodes_fts) VALUES ('delete-all')"],
];

describe.skipIf(!hasPython)('the reader in Python', () => {
	test('calls a shard of this program intact, whatever was done in it', () => {
		const { path, forest, plant } = fileWorld();
		const tea = plant('tea = a leaf 🌿 #origin > (black | green 绿茶 = 蜘蛛侠 "said" \\ \u2028) ; ^black > milk');
		forest.labelSession(tea.sid, 'drinks');
		forest.move(tea.sids[1] as string, tea.bates('tea'));
		forest.label(tea.bates('tea'), null);
		forest.close();
		expect(otherReader(path)).toBe('intact');
	});

	test.each(SAMPLES)('agrees on $name, before and after this program has worked in it', ({ file }) => {
		const copy = copyOf(file);
		expect(otherReader(copy)).toBe('intact');
		const { forest, plant } = worldAt(copy);
		plant('tea > (black | green #origin)');
		forest.close();
		expect(otherReader(copy)).toBe('intact');
	});

	test.each(DAMAGE)('finds %s, as this program does', (_what, sql) => {
		const { path, forest, plant } = fileWorld();
		plant('tea = a leaf > black');
		forest.close();
		behindItsBack(path, (db) => void db.exec(sql));
		expect([verifyFile(path).intact, otherReader(path)]).toEqual([false, 'faults']);
	});

	test('is of at most 150 lines and needs nothing but Python', () => {
		const script =
			'import ast,sys; tree = ast.parse(open(sys.argv[1]).read()); print(len(open(sys.argv[1]).readlines()), *[n.name.split(".")[0] for i in ast.walk(tree) if isinstance(i, ast.Import) for n in i.names])';
		const [lines = '', ...modules] = execFileSync('python3', ['-c', script, READER], { encoding: 'utf8' })
			.trim()
			.split(' ');
		expect(Number(lines)).toBeLessThanOrEqual(150);
		const standard = 'import sys; print(all(m in sys.stdlib_module_names for m in sys.argv[1:]))';
		expect(execFileSync('python3', ['-c', standard, ...modules], { encoding: 'utf8' }).trim()).toBe('True');
	});
});
