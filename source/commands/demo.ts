import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLibrary } from '../library/library.ts';
import { dataPaths } from '../paths.ts';
import { openForest } from '../store/forest.ts';
import { ask } from './asking.ts';
import type { Command, Context } from './command.ts';
import { DEMO_DOCUMENTS, DEMO_TURNS } from './demo-content.ts';
import { converse } from './session.ts';
import { treeOf, treeText } from './session-tree.ts';

interface Data {
	tree: string;
}

/** Writes the notes, adds them, and asks the questions: everything as a user would, in a home of its own. */
async function plantDemo(home: string, context: Context): Promise<Context> {
	const paths = dataPaths({ home });
	const notes = join(home, 'notes');
	mkdirSync(notes);
	for (const [name, text] of Object.entries(DEMO_DOCUMENTS)) writeFileSync(join(notes, name), text);
	const forest = openForest(paths.shard, { now: context.now });
	const library = await openLibrary(paths.library, { now: context.now, handbook: context.programFolder });
	await library.add([notes]);
	const sids = new Map<string, string>();
	const places = new Map<string, string>();
	for (const { as, session, under, question, label } of DEMO_TURNS) {
		const sid = sids.get(session) ?? forest.begin();
		sids.set(session, sid);
		const parent = under === undefined ? null : (places.get(under) ?? null);
		const { signal, now } = context;
		const { turn } = await ask({
			forest,
			library,
			engine: await context.engine({ engine: 'excerpt' }),
			question,
			sid,
			parent,
			sessionLabel: session,
			signal,
			now,
		});
		places.set(as, turn.bates);
		if (label !== undefined) forest.label(turn.bates, label);
	}
	return {
		...context,
		paths,
		forest: () => forest,
		existingShard: () => paths.shard,
		existingForest: () => forest,
		library: async () => library,
	};
}

export const demo: Command<Data> = {
	verb: 'demo',
	usage: ['demo'],
	summary: 'try it on a small ready-made forest; your own files are left alone',
	flags: [],
	words: 'none',
	async run(_input, context) {
		const home = mkdtempSync(join(tmpdir(), 'arborist-demo-'));
		const remove = () => rmSync(home, { recursive: true, force: true });
		process.once('exit', remove);
		try {
			const inDemo = await plantDemo(home, context);
			const forest = inDemo.forest();
			const tree = forest
				.sessions()
				.map((session) => treeText(treeOf(forest, session)))
				.join('\n\n');
			if (context.interactive) {
				context.print(
					`${tree}\n\nA forest to play with; it is gone when you leave. Try: how do I recognise silver leaf?\n`,
				);
				await converse({ words: [], flags: {} }, inDemo, true);
			}
			forest.close();
			(await inDemo.library()).close();
			return { tree };
		} finally {
			process.off('exit', remove);
			remove();
		}
	},
	text: ({ tree }) => tree,
};
