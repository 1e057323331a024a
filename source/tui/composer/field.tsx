import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactNode, useRef } from 'react';
import { displayLine } from '../../text.ts';
import type { Keyboard } from '../screen/mount.ts';
import type { InputEvent } from '../screen/sequences.ts';
import { graphemes, width } from '../screen/width.ts';
import { textOf } from './keys.ts';

interface FieldProps {
	readonly value: string;
	/** The field takes no more than fits, the caret after it included. */
	readonly columns: number;
	readonly onChange: (value: string) => void;
}

/**
 * A short field written from left to right, such as a label: ink-text-input for what it does right, which is to take text at
 * its end. It is kept from moving its cursor and from rubbing out (docs/notes/text-input.md); the owner does that with
 * `rubbed`. A value it did not make itself gives it a new start, for it does not follow its value.
 */
export function Field({ value, columns, onChange }: FieldProps): ReactNode {
	const made = useRef(value);
	const start = useRef(0);
	if (made.current !== value) {
		made.current = value;
		start.current++;
	}
	const take = (next: string) => {
		if (width(next) < columns) made.current = next;
		else start.current++;
		onChange(made.current);
	};
	return (
		<Box width={columns} height={1} overflow="hidden">
			<TextInput key={start.current} value={value} onChange={take} showCursor={false} />
		</Box>
	);
}

/** A value without its last character. */
export function rubbed(value: string): string {
	return graphemes(value).slice(0, -1).join('');
}

/** Types an event into the field that has the focus, and has the outcome drawn before the next can come (`flush`). */
export function typeInto(keyboard: Keyboard, event: InputEvent, flush: () => void): void {
	const text = displayLine(textOf(event) ?? '');
	if (text === '') return;
	keyboard.type(text);
	flush();
}
