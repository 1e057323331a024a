import { resolve } from 'node:path';
import { writeNew } from '../new-file.ts';
import { signNote, verifierKey } from '../store/note.ts';
import { type Proof, proveTurn } from '../store/proof.ts';
import { displayLine, safeJson } from '../text.ts';
import { homeKey } from './anchors.ts';
import type { Command } from './command.ts';
import { neededShard } from './needed.ts';
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
	verbatim: true,
	run({ words, flags }, context) {
		const shard = neededShard(context);
		const forest = context.existingForest();
		const { turn } = forest.resolve(words.join(' '), sessionInUse(forest, flags.sid)?.sid ?? null);
		const key = homeKey(context.paths.home);
		const found = proveTurn(shard, turn.bates);
		const proof = { ...found.proof, head: signNote({ ...found.proof, root: found.root }, key), key: verifierKey(key) };
		if (flags.out === undefined) return { proof, path: null };
		const path = resolve(flags.out);
		writeNew(path, [`${safeJson(proof)}\n`]);
		return { proof, path };
	},
	text: ({ proof, path }) =>
		path === null
			? safeJson(proof)
			: `${displayLine(path)}  ${proof.turn['bates']}, and what shows it to be one of ${proof.size.toLocaleString('en')} events`,
	json: ({ proof }) => proof,
};
