// The stemmer of M. F. Porter (1980), "An algorithm for suffix stripping", as FTS5's `porter` tokenizer runs it: the terms
// computed here must be the terms that stand in the index.

const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;

const MEASURE_OVER_0 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_IS_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`);
const MEASURE_OVER_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?${VOWEL}`);
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

const STEP_2: Record<string, string> = {
	ational: 'ate',
	tional: 'tion',
	enci: 'ence',
	anci: 'ance',
	izer: 'ize',
	logi: 'log',
	bli: 'ble',
	alli: 'al',
	entli: 'ent',
	eli: 'e',
	ousli: 'ous',
	ization: 'ize',
	ation: 'ate',
	ator: 'ate',
	alism: 'al',
	iveness: 'ive',
	fulness: 'ful',
	ousness: 'ous',
	aliti: 'al',
	iviti: 'ive',
	biliti: 'ble',
};
const STEP_2_END =
	/^(.+?)(ational|tional|enci|anci|izer|logi|bli|alli|entli|eli|ousli|ization|ation|ator|alism|iveness|fulness|ousness|aliti|iviti|biliti)$/;

const STEP_3: Record<string, string> = {
	icate: 'ic',
	ative: '',
	alize: 'al',
	iciti: 'ic',
	ical: 'ic',
	ful: '',
	ness: '',
};
const STEP_3_END = /^(.+?)(icate|ative|alize|iciti|ical|ful|ness)$/;

const STEP_4_END = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;
const STEP_4_ION = /^(.+?[st])ion$/;

const LONGEST = 64;

// A rule of FTS5 needs a letter before its ending: "ies" alone is a plural of "ie".
function plural(word: string): string {
	const long = (ending: string) => word.length > ending.length && word.endsWith(ending);
	if (long('sses') || long('ies')) return word.slice(0, -2);
	return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function pastAndGerund(word: string): string {
	if (word.length > 3 && word.endsWith('eed')) return MEASURE_OVER_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
	const found = /^(.+?)(?:ed|ing)$/.exec(word);
	const base = found?.[1];
	if (base === undefined || !HAS_VOWEL.test(base)) return word;
	if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
	// For FTS5 a y is a consonant here, the marked one too.
	if (/([^aeioulsz])\1$/i.test(base)) return base.slice(0, -1);
	return SHORT_END.test(base) ? `${base}e` : base;
}

function derived(word: string, ending: RegExp, table: Record<string, string>): string {
	const [, base, end] = ending.exec(word) ?? [];
	return base !== undefined && end !== undefined && MEASURE_OVER_0.test(base) ? base + table[end] : word;
}

function bare(word: string): string {
	const base = (STEP_4_END.exec(word) ?? STEP_4_ION.exec(word))?.[1];
	return base !== undefined && MEASURE_OVER_1.test(base) ? base : word;
}

function lastLetters(word: string): string {
	let end = word;
	if (end.endsWith('e')) {
		const base = end.slice(0, -1);
		if (MEASURE_OVER_1.test(base) || (MEASURE_IS_1.test(base) && !SHORT_END.test(base))) end = base;
	}
	return end.endsWith('ll') && MEASURE_OVER_1.test(end) ? end.slice(0, -1) : end;
}

const known = new Map<string, string>();
const KNOWN_LIMIT = 50_000;

/** The stem of a folded word; a word that is very short or very long is its own stem. */
export function stem(word: string): string {
	if (word.length < 3 || word.length > LONGEST) return word;
	const before = known.get(word);
	if (before !== undefined) return before;
	const stemmed = strip(word);
	if (known.size >= KNOWN_LIMIT) known.clear();
	known.set(word, stemmed);
	return stemmed;
}

function strip(word: string): string {
	// A leading y is a consonant: marked by its capital while the rules run.
	const marked = word.startsWith('y') ? `Y${word.slice(1)}` : word;
	let step = pastAndGerund(plural(marked));
	if (/y$/.test(step) && HAS_VOWEL.test(step.slice(0, -1))) step = `${step.slice(0, -1)}i`;
	step = derived(step, STEP_2_END, STEP_2);
	step = derived(step, STEP_3_END, STEP_3);
	return lastLetters(bare(step)).toLowerCase();
}
