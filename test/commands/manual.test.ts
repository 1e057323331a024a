import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../source/commands/commands.ts';
import { FLAGS, type Flag, spelling } from '../../source/commands/flags.ts';
import { helpText, manualPage } from '../../source/commands/manual.ts';
import { SLASH } from '../../source/commands/slash.ts';
import { wrapText } from '../../source/wrap.ts';

test('docs/cli.md is the page that the tables make', async () => {
	await expect(manualPage()).toMatchFileSnapshot('../../docs/cli.md');
});

describe('every verb, flag and slash command is documented', () => {
	const page = manualPage();

	test.each(COMMANDS.flatMap(({ usage }) => usage))('arborist %s', (form) => {
		const line = `arborist ${form}`;
		expect(page.split('\n')).toContain(line);
		expect(helpText(undefined).split('\n')).toContain(`  ${line}`);
	});

	test.each(Object.keys(FLAGS) as Flag[])('%s', (flag) => {
		expect(page).toContain(`| \`${spelling(flag)}\` | ${FLAGS[flag].summary} |`);
		const takers = COMMANDS.filter(({ flags }) => flags.includes(flag));
		for (const { usage } of takers) expect(usage.join(' ')).toContain(spelling(flag));
	});

	test.each(SLASH)('$name', ({ name, summary }) => {
		expect(page).toMatch(new RegExp(`^\\| \`${name}[^|]*.*\\| ${summary} \\|$`, 'm'));
	});
});

describe('--help', () => {
	test('of a verb is about that verb alone, with its flags', () => {
		const help = helpText('ask');
		expect(help).toContain('--at REF');
		expect(help).not.toContain('arborist session');
	});

	test('says what a command does once, below its forms', () => {
		const lines = helpText(undefined).split('\n');
		for (const { summary, usage } of COMMANDS.filter((each) => each.usage.length > 1)) {
			const at = lines.indexOf(`      ${summary}`);
			expect(lines.slice(at - usage.length, at)).toEqual(usage.map((form) => `  arborist ${form}`));
			expect(lines.lastIndexOf(`      ${summary}`)).toBe(at);
		}
	});

	test('fits a terminal of eighty columns, no flag apart from its value', () => {
		const lines = wrapText(helpText(undefined, 80), 80).split('\n');
		expect(lines.filter((line) => line.length > 80)).toEqual([]);
		expect(lines.filter((line) => /\[[^\]]*$/.test(line))).toEqual([]);
	});

	test('says of each verb what it does', () => {
		const help = helpText(undefined);
		for (const { summary } of COMMANDS) expect(help).toContain(`      ${summary}`);
	});
});
