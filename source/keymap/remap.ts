import type { KeySetting } from '../config/keys.ts';
import type { Problem } from '../config/toml.ts';
import { didYouMean } from '../nearest.ts';
import { isKey, meantKey } from './names.ts';
import type { Row } from './row.ts';
import { placesOf, type Scope } from './scopes.ts';

/** The keys of commands that have other keys than the table says. */
export type Remaps = ReadonlyMap<string, readonly string[]>;

/** What the settings make of the table, without two commands at one key, and what in them cannot be. */
export function remapsOf(
	rows: readonly Row[],
	settings: readonly KeySetting[],
): { remaps: Remaps; problems: readonly Problem[] } {
	const problems: Problem[] = [];
	const tell = (line: number, message: string) => problems.push({ line, message });
	const remaps = new Map<string, readonly string[]>();
	const taken = new Taken();
	for (const { command, line, keys } of settings) {
		const row = rows.find(({ id }) => id === command);
		if (row === undefined) {
			const ids = rows.map(({ id }) => id);
			tell(line, `There is no command “${command}”.${didYouMean(command, ids)}`);
		} else if (remaps.has(command)) {
			tell(line, `“${command}” has its keys already, further up.`);
		} else {
			const usable = keys.filter(({ name, line: at }) => {
				const trouble = troubleWith(row, name) ?? taken.byOther(row, name);
				if (trouble === undefined) taken.take(row, name, at);
				else tell(at, trouble);
				return trouble === undefined;
			});
			// Where nothing given can be used, the defaults stay; to have no key is said by an empty list.
			if (usable.length > 0 || keys.length === 0) remaps.set(command, [...new Set(usable.map(({ name }) => name))]);
		}
	}
	for (const row of rows) {
		if (remaps.has(row.id)) continue;
		const left = row.keys.filter((key) => {
			const by = taken.holder(row, key);
			if (by !== undefined) tell(by.line, `“${key}” was the key of “${row.id}”; now “${by.id}” has it.`);
			return by === undefined;
		});
		if (left.length < row.keys.length) remaps.set(row.id, left);
	}
	return { remaps, problems: problems.sort((a, b) => a.line - b.line) };
}

function troubleWith({ id, scope }: Row, key: string): string | undefined {
	if (!isKey(key)) {
		const meant = meantKey(key);
		return `There is no key “${key}”.${meant === undefined ? '' : ` Did you mean “${meant}”?`}`;
	}
	return placesOf(scope, key).length === 0 ? `“${key}” is text where “${id}” works.` : undefined;
}

interface Holder {
	readonly id: string;
	readonly line: number;
}

/** Which command was given which key, place by place. */
class Taken {
	readonly #holders = new Map<string, Holder>();

	take({ id, scope }: Row, key: string, line: number): void {
		for (const place of placesOf(scope, key)) this.#holders.set(`${place} ${key}`, { id, line });
	}

	holder({ id, scope }: { readonly id: string; readonly scope: Scope }, key: string): Holder | undefined {
		return placesOf(scope, key)
			.map((place) => this.#holders.get(`${place} ${key}`))
			.find((holder) => holder !== undefined && holder.id !== id);
	}

	byOther(row: Row, key: string): string | undefined {
		const by = this.holder(row, key);
		return by && `“${key}” is the key of “${by.id}” already, on line ${by.line}.`;
	}
}
