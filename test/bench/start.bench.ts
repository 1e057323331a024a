import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, median } from './figure.ts';

// What a verb costs from nothing: the CPU time of whole processes, told by each at its own exit.

const PROGRAM = fileURLToPath(new URL('../../bin/arborist.js', import.meta.url));
const RUNS = 9;

export function startFigures(): Figure[] {
	const home = mkdtempSync(join(tmpdir(), 'arborist-start-'));
	try {
		const told = join(home, 'cpu.json');
		const preload = join(home, 'tell.cjs');
		writeFileSync(
			preload,
			`process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.cpuUsage())));`,
		);
		const cpu = (...args: string[]) => {
			const env = { ...process.env, ARBORIST_HOME: join(home, 'data'), NODE_OPTIONS: `--require ${preload}` };
			spawnSync(process.execPath, args, { env, stdio: 'ignore' });
			const { user, system } = JSON.parse(readFileSync(told, 'utf8')) as NodeJS.CpuUsage;
			return (user + system) / 1000;
		};
		const ask = ['ask', 'how do I fork a conversation?'];
		// Twice: the first one reads the handbook in, the second finds its answer.
		cpu(PROGRAM, ...ask);
		cpu(PROGRAM, ...ask);
		const times = { bare: [] as number[], version: [] as number[], ask: [] as number[] };
		// In turns, so that a machine that slows down slows all three.
		for (let run = 0; run < RUNS; run++) {
			times.bare.push(cpu('-e', '0'));
			times.version.push(cpu(PROGRAM, '--version'));
			times.ask.push(cpu(PROGRAM, ...ask));
		}
		const reference = { what: 'node -e 0', value: median(times.bare) };
		return [
			{ name: '--version', value: median(times.version), unit: 'ms CPU', reference, bar: { at: 'most', value: 1.3 } },
			{
				name: 'ask, from the cache',
				value: median(times.ask),
				unit: 'ms CPU',
				reference,
				bar: { at: 'most', value: 4 },
			},
		];
	} finally {
		rmSync(home, { recursive: true, force: true });
	}
}
