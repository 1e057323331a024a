import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ArboristError } from '../errors.ts';
import { signNote, verifierKey } from '../store/note.ts';
import { type Proof, proveTurn } from '../store/proof.ts';
import { displayLine, safeJson } from '../text.ts';
import { homeKey } from './anchors.ts';
import type { Command } from './command.ts';
import { sessionInUse } from './session-in-use.ts';

interface Data {
	/** With the signed head that its path leads to, and the key that signed it. */
	proof: Proof & { head: string; key: string };
	/** The file it was written to. */
	path: string | null;
}

export const prove: Command<Data> = {
	verb: 'prove',
	usage: ['prove REF [--sid ID] [--out FILE] [--json]'],
	summary: 'write a turn with all that shows it to be in this record; docs/verify_proof.py checks it without Arborist',
	flags: ['sid', 'out', 'json'],
	words: 'one',
	run({ words, flags }, context) {
		const shard = context.existingShard();
		if (shard === undefined)
			throw new ArboristError('FILE_NOT_FOUND', 'There is no shard yet.', 'Ask a first question to make one.');
		const forest = context.existingForest();
		const { turn } = forest.resolve(words.join(' '), sessionInUse(forest, flags.sid)?.sid ?? null);
		const key = homeKey(context.paths.home);
		const found = proveTurn(shard, turn.bates);
		const proof = { ...found.proof, head: signNote({ ...found.proof, root: found.root }, key), key: verifierKey(key) };
		if (flags.out === undefined) return { proof, path: null };
		const path = resolve(flags.out);
		write(path, `${safeJson(proof)}\n`);
		return { proof, path };
	},
	text: ({ proof, path }) =>
		path === null
			? safeJson(proof)
			: `${displayLine(path)}  ${proof.turn['bates']}, and what shows it to be one of ${proof.size.toLocaleString('en')} events`,
	json: ({ proof }) => proof,
};

/** Its text is as private as the shard's. */
function write(path: string, text: string): void {
	try {
		writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST')
			throw new ArboristError('FILE_EXISTS', `${path} is there already; it was left untouched.`, 'Name a new file.');
		throw new ArboristError('FILE_NOT_WRITABLE', `${path} cannot be written.`, 'Name a file in a folder of yours.', {
			cause: error,
		});
	}
}
