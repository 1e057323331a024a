/** One line of the bench. Ratios are against a reference measured in the same run; nothing is gated on time. */
export interface Figure {
	name: string;
	value: number;
	unit: string;
	/** What it is compared with, in words and in the same unit. */
	reference?: { what: string; value: number };
	/** What should not be exceeded (or gone below): the ratio when there is a reference, else the value. */
	bar?: { at: 'most' | 'least'; value: number };
	/** What else a reader should know. */
	note?: string;
}

/** value / reference */
export function ratioOf({ value, reference }: Figure): number | undefined {
	return reference && value / reference.value;
}

export function meetsBar(figure: Figure): boolean | undefined {
	if (!figure.bar) return undefined;
	const measured = ratioOf(figure) ?? figure.value;
	return figure.bar.at === 'most' ? measured <= figure.bar.value : measured >= figure.bar.value;
}

/** Milliseconds of CPU that an act takes, this process's only. */
export function cpuMs(act: () => void): number {
	const before = process.cpuUsage();
	act();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

export function wallMs(act: () => void): number {
	const before = process.hrtime.bigint();
	act();
	return Number(process.hrtime.bigint() - before) / 1e6;
}

export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
