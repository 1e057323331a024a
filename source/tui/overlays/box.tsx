import { Box } from 'ink';
import { type ReactNode, useLayoutEffect } from 'react';
import type { CommandId } from '../../keymap/table.ts';
import { Field } from '../composer/field.tsx';
import { lineLayout } from '../composer/line.ts';
import type { Desk } from '../desk.ts';
import { factsOf } from '../facts.ts';
import type { Look } from '../look.ts';
import { panesOf } from '../panes.ts';
import { Painted } from '../screen/painted.tsx';
import type { Caret } from '../screen/sink.ts';
import { width as widthOf } from '../screen/width.ts';
import { situationOf } from '../situation.ts';
import { paintFind } from './find.ts';
import { paintHelp } from './help.ts';
import type { Overlay, Scope } from './overlay.ts';
import { paintText, wrapped } from './page.ts';
import { paintField, paintList } from './paint.ts';

/** Narrower than this, what is open takes all columns. */
const ROOMY = 100;
/** The title and its rule; below them the line that says which turn is shown, which stays in sight. */
const HEAD = 2;
const CRUMB = 1;

interface OverlayBoxProps {
	readonly desk: Desk;
	readonly overlay: Overlay;
	readonly look: Look;
	readonly setCaret: (caret: Caret | null) => void;
	readonly onField: (value: string) => void;
}

/** What is open over the panes, which stay visible around it. */
export function OverlayBox({ desk, overlay, look, setCaret, onField }: OverlayBoxProps): ReactNode {
	const { columns, rows, now } = desk.state();
	const area = panesOf(desk.state()).height - CRUMB;
	const width = Math.min(columns < ROOMY ? columns : columns - 4, overlay.kind === 'field' ? 64 : 108);
	const height = Math.min(rows - 2, heightOf(overlay, width - 4, area));
	const left = Math.floor((columns - width) / 2);
	const top =
		overlay.kind === 'field'
			? Math.max(1, Math.floor(rows / 2) - 4)
			: Math.max(1, HEAD + CRUMB + Math.floor((area - height) / 2));
	const caret = caretOf(overlay, width - 4);
	useLayoutEffect(() => setCaret(caret === null ? null : { row: top + 1, column: left + 2 + caret }));
	const size = { width, height };
	const keys = (...ids: CommandId[]) => ids.flatMap((id) => desk.keymap.keyOf(id) ?? []).join(' ');
	const painted = () => {
		switch (overlay.kind) {
			case 'list':
				return <Painted state={{ ...look, overlay }} {...size} paint={paintList} />;
			case 'text':
				return (
					<Painted state={{ ...look, overlay, scroll: keys('move.down', 'move.up') }} {...size} paint={paintText} />
				);
			case 'field':
				return <Painted state={{ ...look, overlay }} {...size} paint={paintField} />;
			case 'find':
				return (
					<Painted state={{ ...look, overlay, now, total: totalOf(desk, overlay.scope) }} {...size} paint={paintFind} />
				);
			case 'help': {
				const beneath = situationOf(desk, { ...desk.state(), overlay: null });
				const groups = desk.keymap.help(beneath, overlay.filter.text);
				const scroll = keys('pick.page-down', 'pick.page-up');
				return <Painted state={{ ...look, overlay, groups, scroll }} {...size} paint={paintHelp} />;
			}
		}
	};
	return (
		<Box position="absolute" marginLeft={left} marginTop={top} width={width} height={height}>
			{painted()}
			{overlay.kind === 'field' && (
				<Box position="absolute" marginLeft={2} marginTop={1}>
					<Field value={overlay.draft.text} columns={width - 4} onChange={onField} />
				</Box>
			)}
		</Box>
	);
}

/** How many turns a scope holds; undefined where that is not known without walking them. */
function totalOf({ forest, state }: Desk, scope: Scope): number | undefined {
	if (scope === 'everywhere') return forest.countTurns();
	const { session } = factsOf(forest, state());
	return scope === 'session' ? (session?.next_seq ?? 1) - 1 : undefined;
}

/** Rows that show how what a row makes begins. */
const SEEN = 14;

/** As high as what it holds, and as steady as what is typed into it. */
function heightOf(overlay: Overlay, columns: number, area: number): number {
	const most = Math.max(8, Math.min(area, 34));
	if (overlay.kind === 'field') return Math.max(7, wrapped([overlay.about], columns, area).rows.length + 5);
	if (overlay.kind === 'text') return Math.max(8, wrapped(overlay.lines, columns, most - 3).rows.length + 3);
	if (overlay.kind === 'list' && overlay.purpose !== 'palette') {
		const begins = overlay.items.some((item) => item.begins !== undefined) ? SEEN : 0;
		return Math.min(most, Math.max(8, overlay.items.length + begins + 5));
	}
	return most;
}

/** The caret's column within the overlay's first line; null where nothing is typed. */
function caretOf(overlay: Overlay, width: number): number | null {
	switch (overlay.kind) {
		case 'find':
			return 2 + lineLayout(overlay.draft, width - 40).column;
		case 'help':
			return 2 + lineLayout(overlay.filter, width - 2).column;
		case 'list':
			return overlay.typing ? 2 + lineLayout(overlay.filter, width - 2).column : null;
		case 'field':
			return widthOf(overlay.draft.text);
		default:
			return null;
	}
}
