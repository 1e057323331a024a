import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { LARGEST_FILE, reasonOf, type Skipped } from './file.ts';
import { unreadableKind } from './readers.ts';

/** A file that may become a document. */
export interface Found {
	path: string;
	size: number;
	mtimeMs: number;
}

/** The rules of one `.gitignore`, for what lies below its folder. */
interface Rules {
	folder: string;
	rules: Ignore;
}

/** Everything below `path` (or `path` itself when it is a file), in the order of names, and what cannot be a document. */
export function* walk(path: string): Generator<Found | Skipped> {
	try {
		const found = statSync(path);
		if (found.isDirectory()) yield* walkFolder(path, [], realpathSync(path));
		else yield candidate(path, found);
	} catch (error) {
		yield { path, reason: reasonOf(error) };
	}
}

function candidate(path: string, found: { isFile(): boolean; size: number; mtimeMs: number }): Found | Skipped {
	if (!found.isFile()) return { path, reason: 'not a regular file' };
	const kind = unreadableKind(path);
	if (kind !== undefined) return { path, reason: kind };
	if (found.size > LARGEST_FILE) return { path, reason: 'larger than 2 MB' };
	if (found.size === 0) return { path, reason: 'empty' };
	return { path, size: found.size, mtimeMs: Math.trunc(found.mtimeMs) };
}

function* walkFolder(root: string, inherited: readonly Rules[], realRoot: string): Generator<Found | Skipped> {
	const waiting: { folder: string; rules: readonly Rules[] }[] = [{ folder: root, rules: inherited }];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const { folder } = next;
		const rules = withRulesOf(folder, next.rules);
		let entries: Dirent[];
		try {
			entries = readdirSync(folder, { withFileTypes: true });
		} catch (error) {
			yield { path: folder, reason: reasonOf(error) };
			continue;
		}
		const below: typeof waiting = [];
		for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
			const path = join(folder, entry.name);
			if (entry.name === '.git' || ignored(rules, path, entry.isDirectory())) continue;
			if (entry.isDirectory()) below.push({ folder: path, rules });
			else if (entry.isSymbolicLink()) yield* leadingOut(path, realRoot);
			else {
				try {
					yield candidate(path, statSync(path));
				} catch (error) {
					yield { path, reason: reasonOf(error) };
				}
			}
		}
		waiting.push(...below.reverse());
	}
}

/** A link is never followed: what it leads to is walked itself when it lies in the folder, and was not asked for otherwise. */
function* leadingOut(path: string, realRoot: string): Generator<Skipped> {
	try {
		const target = realpathSync(path);
		if (target !== realRoot && !target.startsWith(realRoot + sep))
			yield { path, reason: 'a link that leads out of the folder' };
	} catch (error) {
		const reason = reasonOf(error);
		yield { path, reason: reason === 'does not exist' ? 'a link that leads nowhere' : reason };
	}
}

function withRulesOf(folder: string, inherited: readonly Rules[]): readonly Rules[] {
	const path = join(folder, '.gitignore');
	try {
		if (!statSync(path).isFile()) return inherited;
		return [...inherited, { folder: dirname(path), rules: ignore().add(readFileSync(path, 'utf8')) }];
	} catch {
		// None there, or none that may be read: no rules of its own.
		return inherited;
	}
}

/** As git has it, the rules nearest to the file decide, when they say anything about it. */
function ignored(rules: readonly Rules[], path: string, folder: boolean): boolean {
	for (const { folder: base, rules: own } of rules.toReversed()) {
		const name = relative(base, path).split(sep).join('/');
		const verdict = own.test(folder ? `${name}/` : name);
		if (verdict.ignored) return true;
		if (verdict.unignored) return false;
	}
	return false;
}
