import { expect, test } from 'vitest';
import { localProfiles, modelsOf } from '../../../source/answer/engines/local.ts';
import { probe } from '../../../source/answer/engines/probe.ts';
import { ArboristError } from '../../../source/errors.ts';
import { type Act, answerOf, modelServer } from '../../helpers/model-server.ts';
import { FakeClock } from '../../tui/screen/terminal.ts';
import { profileOf } from './asking.ts';

const json = (body: object): Act[] => [
	{ status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
];

test('what runs on this machine is a profile for each model; where nothing runs there is none', async () => {
	const ollama = await modelServer(json({ models: [{ name: 'qwen3:8b' }, { name: 'llama3:latest' }] }));
	const llama = await modelServer(json({ object: 'list', data: [{ id: 'local.gguf' }] }));
	const nobody = await modelServer([]);
	await nobody.close();
	const found = await localProfiles(new FakeClock(), [
		{ name: 'Ollama', protocol: 'ollama', base_url: ollama.url },
		{ name: 'llama.cpp', protocol: 'openai', base_url: `${llama.url}/v1` },
		{ name: 'nobody', protocol: 'openai', base_url: nobody.url },
	]);
	expect(found.map(({ name, protocol, model }) => `${name} ${protocol} ${model}`)).toEqual([
		'Ollama ollama qwen3:8b',
		'Ollama ollama llama3:latest',
		'llama.cpp openai local.gguf',
	]);
	expect([ollama.heard[0]?.path, llama.heard[0]?.path]).toEqual(['/api/tags', '/v1/models']);
	expect(ollama.heard[0]?.headers.authorization).toBeUndefined();
});

test('a server that does not answer in time, or with something else, has no models', async () => {
	const clock = new FakeClock();
	const silent = await modelServer([{ stall: true }]);
	const asking = modelsOf(profileOf('openai', silent.url), undefined, clock, 1000);
	await silent.asked(1);
	clock.pass(1000);
	await expect(asking).rejects.toThrow('does not answer in time');
	const page = await modelServer([{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }]);
	await expect(modelsOf(profileOf('openai', page.url), undefined, clock, 1000)).rejects.toThrow(
		'does not list its models',
	);
});

test('a probe says what is good, what is bad, and what it did not try and why', async () => {
	const tried = async (acts: readonly (readonly Act[])[], key: () => Promise<string | undefined> = async () => 'k') => {
		const server = await modelServer(...acts);
		const found = await probe(profileOf('openai', server.url), key, new FakeClock());
		return found.map(({ what, result }) => `${what} ${result}`).join(', ');
	};
	const models = json({ data: [{ id: 'm' }] });
	expect(await tried([models, answerOf('openai', { text: ['ye', 's'], usage: [9, 2] })])).toBe(
		'key good, reachable good, model good, answers good, streams good, usage good',
	);
	expect(await tried([json({ data: [{ id: 'n' }] }), answerOf('openai', { text: ['yes'] })])).toBe(
		'key good, reachable good, model bad, answers good, streams bad, usage bad',
	);
	expect(await tried([models, answerOf('openai', { reasoning: ['Hm.'], reason: 'length' })])).toBe(
		'key good, reachable good, model good, answers good, streams not tried, usage not tried',
	);
	expect(await tried([models, [{ status: 503 }]])).toBe(
		'key good, reachable good, model good, answers bad, streams not tried, usage not tried',
	);
	const none = async () => {
		throw new ArboristError('AUTH', 'The key cannot be had.');
	};
	expect(await tried([models], none)).toBe(
		'key bad, reachable not tried, model not tried, answers not tried, streams not tried, usage not tried',
	);
});
