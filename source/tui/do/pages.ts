import { readFileSync } from 'node:fs';
import { inspect, inspectText } from '../../commands/show.ts';
import { findingsText } from '../../commands/verify.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import { turnAtCursor } from './place.ts';

// Texts over the panes: the inspector, the record, a source, help.

export function openPage(desk: Desk, title: string, text: string, more: { bates?: string; top?: number } = {}): void {
	const { top = 0, bates } = more;
	const lines = text.split('\n');
	desk.apply({ type: 'overlay', overlay: { kind: 'text', title, lines, top, ...(bates !== undefined && { bates }) } });
}

function inspectHere(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	if (bates === null) return;
	const data = inspect(desk.forest, bates, desk.state().sid);
	openPage(desk, `inspect #${data.turn.seq}`, inspectText(data), { bates });
}

const VERIFY = 'verify';
const PARTS = ['file', 'chain', 'replay', 'turns', 'hashes', 'index'] as const;

/** What the root proves, and what verification says now; it runs beside the screen, which stays free. */
async function verifyNow(desk: Desk): Promise<void> {
	const session = desk.forest.session(desk.state().sid);
	const root = desk.forest.turn(session?.root_bates ?? '');
	const proof = root
		? `session root  ${root.subtree_hash}\n              commits to the questions and the shape of this tree; not a proof of any answer\n\n`
		: '';
	openPage(desk, VERIFY, `${proof}verifying …`);
	const findings = await desk.verify();
	const { overlay } = desk.state();
	if (overlay?.kind !== 'text' || overlay.title !== VERIFY) return;
	const broken = findings.findings.find(({ where }) => desk.forest.turn(where));
	openPage(desk, VERIFY, `${proof}${findingsText(findings, PARTS)}`, broken ? { bates: broken.where } : {});
}

const CONTEXT_LINES = 6;

/** The source of the first citation, at its passage. */
function openSource(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	const cited = turn?.meta.evidence?.find(({ pointer }) => turn.answer_text.includes(`[${pointer} `));
	if (!cited) return;
	const [, path, line] = /^(.*):(\d+)$/.exec(cited.source) ?? [undefined, cited.source, '1'];
	try {
		const text = readFileSync(path ?? cited.source, 'utf8');
		openPage(desk, `${cited.pointer} ${cited.title}`, text, { top: Math.max(0, Number(line) - CONTEXT_LINES) });
	} catch {
		openPage(
			desk,
			`${cited.pointer} ${cited.title}`,
			`${cited.source}\n\nThe document cannot be read now; it may have been moved.`,
		);
	}
}

export const READING = {
	'turn.inspect': inspectHere,
	'root.verify': verifyNow,
	'source.open': openSource,
	'help.open': (desk: Desk) => desk.apply({ type: 'overlay', overlay: { kind: 'help', filter: draftOf(''), top: 0 } }),
	'page.copy'(desk: Desk) {
		const { overlay } = desk.state();
		if (overlay?.kind !== 'text') return;
		const head = overlay.title === VERIFY ? desk.forest.head()?.event_hash : undefined;
		desk.apply({ type: 'notice', notice: { text: desk.copy(head ?? overlay.lines.join('\n')), tone: 'plain' } });
	},
};
