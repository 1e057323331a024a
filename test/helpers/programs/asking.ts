import { writeSync } from 'node:fs';
import { openForest } from '../../../source/store/forest.ts';

// A program of its own: asks turn after turn in one session and says each on stdout when it is saved.
// asking FILE SID NAME TURNS

const [file = '', sid = '', name = '', turns = '0'] = process.argv.slice(2);
const forest = openForest(file, { busyTimeout: 30_000 });
for (let turn = 1; turn <= Number(turns); turn++) {
	const { bates } = forest.add({
		sid,
		parent_bates: forest.session(sid)?.current_bates ?? null,
		question: `${name} ${turn}`,
		answer_text: `what ${name} was told, 蜘蛛 `.repeat(turn % 40),
		cache_key: '',
		audit_mode: 'UNGROUNDED',
		cited_titles: [],
		meta: {},
	});
	writeSync(1, `${bates}\n`);
}
forest.close();
