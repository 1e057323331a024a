import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { machine } from './program.ts';

const { arborist } = machine();

const README = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');

/** What the README types on the command line, and what it says is printed; after `…` there is more. */
const typed = [...README.matchAll(/^```\n(\$ [\s\S]*?)^```$/gm)]
	.flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
	.map((each) => {
		const [command = '', ...printed] = each.trimEnd().split('\n');
		return { command, printed };
	});

/** Ids differ each time. */
const plain = (text: string) => text.replaceAll(/\b[0-9a-f]{8}\b/g, 'ID').trimEnd();

test('every command in it does what it says, on a fresh machine', async () => {
	expect(typed.length).toBeGreaterThan(6);
	for (const { command, printed } of typed) {
		const { status, stdout, stderr } = await arborist([], { shell: inShell(command) });
		expect([command, status, stderr]).toEqual([command, 0, '']);
		const said = plain(stdout);
		if (printed.at(-1) === '…') expect(`${said}\n`).toContain(`${printed.slice(0, -1).join('\n')}\n`);
		else if (printed.length > 0) expect(said).toBe(plain(printed.join('\n')));
	}
});

/** The line with the program for its name. */
function inShell(command: string): string {
	return command.replace(/^arborist /, '"$@" ');
}
