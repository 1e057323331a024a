import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../helpers/world.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

test.skipIf(spawnSync('make', ['--version']).error)(
	'what make is given reaches the program letter for letter, and is run by nobody',
	() => {
		const folder = tempFolder();
		mkdirSync(join(folder, 'bin'));
		const echo = join(folder, 'bin', 'echo.js');
		writeFileSync(echo, 'console.log(JSON.stringify(process.argv.slice(2)))');
		const trap = join(folder, 'trap');
		const make = (...given: string[]) => {
			const argv = ['-s', '-o', 'dist/cli.js', `ARBORIST=${process.execPath} ${echo}`, ...given];
			return JSON.parse(spawnSync('make', argv, { cwd: CHECKOUT, encoding: 'utf8' }).stdout);
		};
		const odd = `it's "$HOME" \`touch ${trap}\` $(touch ${trap}) $(shell touch ${trap}) ; touch ${trap} #`;
		expect(make('session', `SID=${odd}`, `LLM=${odd}`)).toEqual(['session', '--sid', odd, '--llm', odd]);
		expect(make('session-find', `Q=${odd}`, `LIMIT=1;touch ${trap}`)).toEqual([
			'session',
			'--find',
			odd,
			'--limit',
			`1;touch ${trap}`,
		]);
		expect(make('session-gc', `SESSION_KEEP=${odd}`, 'YES=1')).toEqual(['session', '--gc', '--keep', odd, '--yes']);
		expect(make('session')).toEqual(['session']);
		expect(existsSync(trap)).toBe(false);
	},
);
