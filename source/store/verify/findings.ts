/** What a finding is about, in the order in which `verify` looks. */
export const PARTS = ['file', 'chain', 'replay', 'turns', 'hashes', 'index', 'beside', 'anchor'] as const;
export type Part = (typeof PARTS)[number];

/** One thing that does not hold. */
export interface Finding {
	/** Stable name of the kind of fault, for programs. */
	id: string;
	part: Part;
	/** The audit event, turn or session it was found at. */
	where: string;
	/** What is wrong there, in words that follow the place. */
	what: string;
}

// A wholly broken shard of a million rows must not fill the memory with sentences.
const KEPT = 1000;

export function noFaults(): Record<Part, number> {
	return { file: 0, chain: 0, replay: 0, turns: 0, hashes: 0, index: 0, beside: 0, anchor: 0 };
}

/** Collects findings: the first thousand are kept, all are counted. */
export class FindingList {
	readonly kept: Finding[] = [];
	readonly counts: Record<Part, number> = noFaults();

	add(part: Part, id: string, where: string, what: string): void {
		this.counts[part]++;
		if (this.kept.length < KEPT) this.kept.push({ id, part, where, what });
	}
}
