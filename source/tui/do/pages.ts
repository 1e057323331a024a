import { saidFrom } from '../../answer/lines.ts';
import { placeOf } from '../../answer/place.ts';
import { findingsText } from '../../commands/findings-text.ts';
import { pathOf, quotedAt, sourceName } from '../../library/source-name.ts';
import { pointersIn, wheresOf } from '../../pointer.ts';
import type { Forest } from '../../store/forest.ts';
import type { EvidenceRecord } from '../../store/types.ts';
import { PARTS } from '../../store/verify/findings.ts';
import type { Findings } from '../../store/verify/verify.ts';
import { draftOf } from '../composer/edit.ts';
import type { Desk } from '../desk.ts';
import type { Copies, TextOverlay } from '../overlays/overlay.ts';
import { openActs } from './acts.ts';
import { turnAtCursor } from './place.ts';

// Texts over the panes: the inspector, the record, a source, help.

type More = Partial<Omit<TextOverlay, 'kind' | 'title' | 'lines'>>;

export function openPage(desk: Desk, title: string, text: string, more: More = {}): void {
	desk.apply({ type: 'overlay', overlay: { kind: 'text', title, lines: text.split('\n'), top: 0, ...more } });
}

/** The page that tells of this, when it is what is shown. */
export function pageOf(desk: Desk, of: string): TextOverlay | undefined {
	const { overlay } = desk.state();
	return overlay?.kind === 'text' && overlay.of === of ? overlay : undefined;
}

const VERIFY = 'verify';

/** What the root proves, and what verification says now; it runs beside the screen, which stays free. */
async function verifyNow(desk: Desk): Promise<void> {
	const session = desk.forest.session(desk.state().sid);
	const root = desk.forest.turn(session?.root_bates ?? '');
	const proof = root
		? `root     ${root.subtree_hash}\n         commits to the questions and the shape of this tree; not a proof of any answer\n\n`
		: '';
	const show = (text: string, more: More = {}) => openPage(desk, VERIFY, `${proof}${text}`, { of: VERIFY, ...more });
	show('verifying …');
	const findings = await desk.verify((line) => {
		if (pageOf(desk, VERIFY)) show(line);
	});
	const faults = faultsOfTurns(desk.forest, findings);
	desk.apply({ type: 'verified', faults });
	if (!pageOf(desk, VERIFY)) return;
	const [broken] = faults.keys();
	const { head } = findings;
	const copies: Copies = [
		...(head ? [['chain head', head.event_hash] as const] : []),
		...(root ? [['root', root.subtree_hash] as const] : []),
	];
	show(findingsText(findings, PARTS), { copies, ...(broken !== undefined && { bates: broken }) });
}

/** The first sentence on each turn that has a fault, in the order in which they were found. */
function faultsOfTurns(forest: Forest, { findings }: Findings): Map<string, string> {
	const faults = new Map<string, string>();
	for (const { where, what } of findings) if (!faults.has(where) && forest.turn(where)) faults.set(where, what);
	return faults;
}

/** The sources that the answer at the cursor points to, the passages looked at where it points to none; one opens at once. */
function openSources(desk: Desk): void {
	const bates = turnAtCursor(desk.state());
	const turn = bates === null ? undefined : desk.forest.turn(bates);
	if (!turn) return;
	const { answer_text, meta } = turn;
	const pointers = pointersIn(answer_text);
	const passages = meta.evidence ?? [];
	const cited = passages.filter(({ pointer }) => wheresOf(pointers, pointer).length > 0);
	const offered = cited.length > 0 ? cited : passages;
	const acts = offered.map((evidence) => ({
		text: evidence.title,
		right: quotedAt(evidence.source, wheresOf(pointers, evidence.pointer)).slice(-40),
		run: () => openSource(desk, evidence, saidFrom(answer_text, evidence.pointer)),
	}));
	const [first] = acts;
	if (acts.length === 1) first?.run();
	else openActs(desk, 'sources', cited.length > 0 ? 'sources' : 'looked at; none is cited', acts);
}

const LINES_ABOVE = 4;

/** A source at what was quoted of it, as it is now; a passage that is no longer there as it was sent is told. */
function openSource(desk: Desk, evidence: EvidenceRecord, said: readonly string[]): void {
	const { pointer, title, source } = evidence;
	const path = pathOf(source);
	const place = placeOf(evidence, desk.fileOf(path), said);
	if (place === undefined) {
		const gone =
			'This document cannot be read now: it was moved, or removed.\n\nThe turn keeps what it quoted, and the hash of the passage.';
		openPage(desk, `${pointer}  ${title}  ${source}`, gone);
		return;
	}
	const { lines, quoted, changed } = place;
	const [first = 1] = quoted;
	const marks = new Set(quoted);
	const marked = lines.map((each, i) => `${marks.has(i + 1) ? desk.marks.cursor : ' '} ${each}`);
	const stale = ['! The passage does not stand here any more as it was sent: the document changed since.', ''];
	openPage(
		desk,
		`${pointer}  ${title}  ${sourceName(path, first)}`,
		[...(changed ? stale : []), ...marked].join('\n'),
		{
			verbatim: true,
			top: changed ? 0 : Math.max(0, first - 1 - LINES_ABOVE),
		},
	);
}

export const READING = {
	'root.verify': verifyNow,
	'source.open': openSources,
	'help.open'(desk: Desk) {
		const { overlay: over } = desk.state();
		desk.apply({ type: 'overlay', overlay: { kind: 'help', filter: draftOf(''), top: 0, over } });
	},
};
