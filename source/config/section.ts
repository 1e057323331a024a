import type { Problem, Setting } from './toml.ts';

/** One table of the file, and how its settings are read: those it cannot use are told, the rest works. */
export interface Section<T> {
	/** The settings' paths begin within the section. */
	read(settings: readonly Setting[], tell: (problem: Problem) => void): T;
}
