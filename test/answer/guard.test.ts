import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { secretIn, secretWarning } from '../../source/answer/guard.ts';

// Put together here, so that no scanner takes this file for a leak.
const letters = (count: number) => 'aB3dE5gH7jK9mN1pQ'.repeat(9).slice(0, count);
const capitals = (count: number) => 'AB3DE5GH7JK9MN1P'.repeat(9).slice(0, count);

const SECRETS: [kind: string, text: string][] = [
	['a private key', `-----BEGIN ${'RSA '}PRIVATE KEY-----\nMII`],
	['a private key', `-----BEGIN ${''}PRIVATE KEY-----`],
	['a private key', `-----BEGIN ${'PGP '}PRIVATE KEY BLOCK-----`],
	['an Anthropic key', `sk-${'ant'}-api03-${letters(40)}`],
	['an OpenAI key', `sk-${'proj'}-${letters(40)}`],
	['an OpenAI key', `sk-${letters(48)}`],
	['a GitHub token', `ghp_${letters(36)}`],
	['a GitHub token', `github_${'pat'}_${letters(60)}`],
	['a GitLab token', `glpat-${letters(20)}`],
	['an AWS key', `AKIA${capitals(16)}`],
	['a Google key', `AIza${letters(35)}`],
	['a Slack token', `xoxb-${letters(24)}`],
	['a Stripe key', `sk_${'live'}_${letters(24)}`],
	['an npm token', `npm_${letters(36)}`],
	['a Hugging Face token', `hf_${letters(34)}`],
	['a signed token', `eyJ${letters(20)}.eyJ${letters(30)}.${letters(43)}`],
	['a password in an address', `postgres://me:${letters(12)}@db.example/app`],
	['a password or a key', `DB_PASSWORD=${letters(12)} is what I have`.replace('DB_', '')],
	['a password or a key', `{"api_key": "${letters(16)}"}`],
	['a password or a key', `secret-key: ${letters(16)}`],
];

test.each(SECRETS)('%s is seen: %s', (kind, text) => {
	for (const around of [text, `why does ${text} not work?`, `line\n${text}\nline`]) {
		expect(secretIn(around)).toBe(kind);
		expect(secretWarning(kind)).not.toContain(text);
	}
});

test.each([
	'What is a private key, and how is one made?',
	'how do I set password: in the YAML file?',
	'The password is forgotten, what now?',
	'is sk-learn installed? sk-image too?',
	'what does https://example.org:8080/a@b mean?',
	'mail me at someone@example.org',
	'token = next(tokens) and secret = getenv("NAME")',
	`what hash is ${'0123456789abcdef'.repeat(4)}?`,
	'Where is 20260102T030405Z-0a1b2c3d-000012?',
	'AKIA is a hardwood',
])('“%s” is no secret', (text) => {
	expect(secretIn(text)).toBeUndefined();
});

test('a megabyte of what begins like one takes no time to look through', () => {
	for (const text of [
		'password '.repeat(120_000),
		'a://a:'.repeat(170_000),
		`token:${' '.repeat(1_000_000)}`,
		'sk-'.repeat(340_000),
		'eyJ'.repeat(340_000),
		`password=${'x'.repeat(1_000_000)}`,
	]) {
		const before = performance.now();
		secretIn(text);
		expect(performance.now() - before).toBeLessThan(2000);
	}
});
