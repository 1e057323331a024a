import { Box, Transform } from 'ink';
import { memo, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { clipToWidth } from './fit.ts';

interface PaintedProps<State> {
	readonly state: State;
	readonly width: number;
	readonly height: number;
	/** Pure, and the same function from frame to frame: called again only when state or size are others. */
	readonly paint: (state: State, width: number, height: number) => readonly string[];
}

/**
 * A pane that is a pure function instead of a component for each row. Ink lays out a placeholder of the pane's height, and
 * asks the transform for each of its lines. Lines are cut to the width here, for Ink cuts before it transforms.
 */
function Pane<State>({ state, width, height, paint }: PaintedProps<State>): ReactNode {
	const lines = useMemo(
		() => paint(state, width, height).map((line) => clipToWidth(line, width, '')),
		[paint, state, width, height],
	);
	const transform = useCallback((_placeholder: string, index: number) => lines[index] ?? '', [lines]);
	if (width < 1 || height < 1) return null;
	return (
		<Box width={width} height={height} flexShrink={0}>
			<Transform transform={transform}>{placeholder(height)}</Transform>
		</Box>
	);
}

/** With the same state and size as before it is left alone. */
export const Painted = memo(Pane) as typeof Pane;

/** A value as it was before, while nothing in it is another: what is painted from it stays as it is. */
export function useSame<Value extends object>(value: Value): Value {
	const kept = useRef(value);
	if (!sameIn(kept.current, value)) kept.current = value;
	return kept.current;
}

function sameIn(one: object, other: object): boolean {
	const before = Object.entries(one);
	return (
		before.length === Object.keys(other).length &&
		before.every(([name, value]) => Object.is(value, (other as Record<string, unknown>)[name]))
	);
}

// Never empty, not even for one row: Ink does not transform what is empty.
function placeholder(height: number): string {
	return ` ${'\n'.repeat(height - 1)}`;
}
