// A question is stored for good and may go to a model. What looks like a key to something is pointed out before either.

/** A name for people, and what it looks like. Each begins with what only such a key begins with, so that prose stays quiet. */
const KINDS: readonly [name: string, pattern: RegExp][] = [
	['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/],
	['an Anthropic key', /\bsk-ant-[\w-]{20,}/],
	['an OpenAI key', /\bsk-(?:proj-|svcacct-|admin-)?[\w-]{20,}/],
	['a GitHub token', /\b(?:gh[pousr]_\w{36,}|github_pat_\w{22,})/],
	['a GitLab token', /\bglpat-[\w-]{20,}/],
	['an AWS key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
	['a Google key', /\bAIza[\w-]{35}/],
	['a Slack token', /\bxox[abeoprs]-[\w-]{10,}/],
	['a Stripe key', /\b[rs]k_live_\w{16,}/],
	['an npm token', /\bnpm_[A-Za-z0-9]{36}/],
	['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,}/],
	['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
	['a password in an address', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:[^\s/@]{3,100}@/i],
	[
		'a password or a key',
		/\b(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|(?:access|secret)[_-]?key)["']?\s{0,3}(?:=|:)\s{0,3}["']?(?=[^\s"']{0,60}\d)[^\s"']{8,}/i,
	],
];

/** What a text looks to hold, in words like “an AWS key”; undefined when nothing. The text itself is never repeated. */
export function secretIn(text: string): string | undefined {
	return KINDS.find(([, pattern]) => pattern.test(text))?.[0];
}

/** The sentence that is said before such a text is stored or sent. */
export function secretWarning(kind: string): string {
	return `The question looks to hold ${kind}; it would be kept for good, and sent to what answers.`;
}
