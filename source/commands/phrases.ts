import type { Config } from '../config/config.ts';
import { displayLine, shorten } from '../text.ts';

// The few ways in which every verb words a thing.

/** `1 turn`, `1,284 turns`. */
export function count(number: number, noun: string): string {
	return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** `count` in a column: the numbers end at the same place, whatever follows. */
export function countColumn(number: number, noun: string): string {
	return `${count(number, noun)}${number === 1 ? ' ' : ''}`.padStart(noun.length + 7);
}

/** How long ago, shortly: `now`, `2m`, `3h`, `1d`, `8mo`, `2y`. */
export function age(time: string, now: number): string {
	const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
	const steps: [number, string][] = [
		[365 * 86_400, 'y'],
		[30 * 86_400, 'mo'],
		[86_400, 'd'],
		[3600, 'h'],
		[60, 'm'],
	];
	for (const [length, unit] of steps) if (seconds >= length) return `${Math.floor(seconds / length)}${unit}`;
	return 'now';
}

/** A text of any length as one line of at most `columns`. */
export function oneLine(text: string, columns = 72): string {
	return shorten(displayLine(text.slice(0, columns * 4).trim()), columns);
}

/** Bytes as people say them. */
export function size(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
	return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The last part of a sid, enough to tell sessions apart at a glance. */
export function shortSid(sid: string): string {
	return sid.slice(-8);
}

/** Milliseconds as seconds: `0.4 s`, `12 s`. */
export function seconds(milliseconds: number): string {
	const value = milliseconds / 1000;
	return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} s`;
}

/** Something wrong in the settings, with its line where it has one. */
export function problemText({ line, message }: Config['problems'][number]): string {
	return line === 0 ? message : `line ${line}: ${message}`;
}
