import type { Section } from './section.ts';
import type { Problem, Setting, Value } from './toml.ts';

/** The keys that one command shall have. Whether there is such a command and such keys is for the keymap to say. */
export interface KeySetting {
	readonly command: string;
	readonly line: number;
	readonly keys: readonly KeyName[];
}

interface KeyName {
	readonly name: string;
	readonly line: number;
}

/** `[keys]`: `"turn.stand" = ["enter", "x"]`, one key without the brackets, no key with nothing between them. */
export const KEYS: Section<readonly KeySetting[]> = {
	read: (settings, tell) => settings.flatMap((setting) => keysOf(setting, tell) ?? []),
};

function keysOf(setting: Setting, tell: (problem: Problem) => void): KeySetting | undefined {
	// Bare dots are as good as quotes around them: `turn.stand = "x"`.
	const command = setting.path.join('.');
	const { line, value } = setting;
	const given: readonly Value[] = Array.isArray(value) ? value : [setting];
	const keys = given.flatMap((each) => (typeof each.value === 'string' ? { name: each.value, line: each.line } : []));
	if (keys.length === given.length) return { command, line, keys };
	tell({ line, message: `The keys of “${command}” are names in quotes, like ["enter", "x"].` });
	return undefined;
}
