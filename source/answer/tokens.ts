// Characters that most vocabularies have as one token each, or nearly: Chinese, Japanese, Korean, emoji.
const WHOLE = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\u{1f000}-\u{1faff}]/gu;
const BEYOND_ASCII = /[^\u0000-\u007f]/gu;

/** ASCII characters to a token; English prose has about four, code and numbers about three. */
const ASCII_PER_TOKEN = 3.5;
const OTHER_PER_TOKEN = 2;

/** About how many tokens a text is, rather too many than too few: every model counts in its own way. */
export function estimateTokens(text: string): number {
	const beyond = text.match(BEYOND_ASCII)?.length ?? 0;
	const whole = beyond === 0 ? 0 : (text.match(WHOLE)?.length ?? 0);
	return Math.ceil((text.length - beyond) / ASCII_PER_TOKEN + (beyond - whole) / OTHER_PER_TOKEN + whole);
}
