import { Box, Text } from 'ink';
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { Colours } from '../terminal.ts';
import { composerCaret, paintComposer, paintHints } from './chrome/bottom.ts';
import { paintDivider, paintRule, paintTitle } from './chrome/title.ts';
import { paintWelcome } from './chrome/welcome.ts';
import type { Current } from './conversation/current.ts';
import { ConversationPane } from './conversation/pane.tsx';
import { costTexts, Reckoning } from './cost.ts';
import type { Desk } from './desk.ts';
import { targetHere } from './do/target.ts';
import { OverlayBox } from './overlays/box.tsx';
import { panesOf, SMALLEST } from './panes.ts';
import type { Marks } from './screen/marks.ts';
import { Painted, useSame } from './screen/painted.tsx';
import type { Caret } from './screen/sink.ts';
import { themeOf } from './screen/theme.ts';
import { placeNow, situationOf } from './situation.ts';
import { paintTree } from './tree/paint.ts';
import { conversationPane, placeholder, titleLine, treePane } from './view.ts';

export interface AppProps {
	readonly desk: Desk;
	readonly current: Current;
	readonly subscribe: (listener: () => void) => () => void;
	readonly colours: Colours;
	readonly marks: Marks;
	readonly setCaret: (caret: Caret | null) => void;
	/** Types into the one-line field that is open; see overlays/box.tsx. */
	readonly onField: (value: string) => void;
}

/** The screen: a title, the tree beside the conversation, the composer, the hint line, and what is open over them. */
export function App({ desk, current, subscribe, colours, marks, setCaret, onField }: AppProps): ReactNode {
	const state = useSyncExternalStore(subscribe, desk.state);
	const { columns, rows, dark, focus, overlay, draft } = state;
	const look = useMemo(() => ({ theme: themeOf(colours, dark), marks }), [colours, dark, marks]);
	const reckoning = useMemo(() => new Reckoning(desk.forest), [desk]);
	const panes = panesOf(state);
	const { tree: treeWidth, conversation: width, height } = panes;
	const tree = useMemo(() => treePane(state, look, desk.forest), [state, look, desk]);
	const title = useSame(titleLine(state, look, desk.forest));
	const conversation = width > 0 ? conversationPane(state, look, current, desk.forest, width - 2) : undefined;
	const writes = focus === 'composer' && overlay === null && !panes.tooSmall;
	useLayoutEffect(() => {
		if (overlay !== null) return;
		if (!writes) return setCaret(null);
		const { row, column } = composerCaret(draft, columns, panes.composer);
		setCaret({ row: rows - panes.hints - panes.composer + row, column });
	});
	const at = treeWidth > 0 && width > 0 ? treeWidth : 0;
	const upper = useSame({ ...look, at, down: true });
	const lower = useSame({ ...look, at, down: false });
	const welcome = useSame({
		...look,
		first: state.tree.size === 0,
		find: desk.keymap.keyOf('find.open'),
		help: desk.keymap.keyOf('help.open'),
	});
	if (panes.tooSmall)
		return <Text>{`Arborist needs ${SMALLEST.columns}x${SMALLEST.rows}; this is ${columns}x${rows}.`}</Text>;
	const target = focus === 'composer' || draft.text !== '' ? state.target : targetHere(desk);
	const cost = reckoning.cost({ ...state, target }, desk.engine);
	return (
		<Box width={columns} height={rows} flexDirection="column">
			<Painted state={title} width={columns} height={1} paint={paintTitle} />
			<Painted state={upper} width={columns} height={1} paint={paintRule} />
			<Box height={height}>
				{treeWidth > 0 && (
					<Box width={treeWidth}>
						<Painted state={tree} width={treeWidth - 1} height={height} paint={paintTree} />
					</Box>
				)}
				{at > 0 && <Painted state={look} width={1} height={height} paint={paintDivider} />}
				{width > 0 && (
					<Box marginLeft={1} width={width - 1}>
						{conversation ? (
							<ConversationPane state={conversation} width={width - 2} height={height} />
						) : (
							<Painted state={welcome} width={width - 2} height={height} paint={paintWelcome} />
						)}
					</Box>
				)}
			</Box>
			<Painted state={lower} width={columns} height={1} paint={paintRule} />
			<Painted
				state={{
					...look,
					draft,
					focused: focus === 'composer',
					placeholder: placeholder(state, desk.forest, target),
					cost: cost === undefined ? [] : costTexts(cost),
				}}
				width={columns}
				height={panes.composer}
				paint={paintComposer}
			/>
			<Painted
				state={{
					...look,
					notice: state.notice,
					pieces: desk.keymap.hints(placeNow(state), situationOf(desk), columns - 2),
				}}
				width={columns}
				height={panes.hints}
				paint={paintHints}
			/>
			{overlay && <OverlayBox desk={desk} overlay={overlay} look={look} setCaret={setCaret} onField={onField} />}
		</Box>
	);
}
