import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AnswerEngine, EngineEvent, HistoryTurn } from '../../source/answer/engine.ts';
import { planPrompt } from '../../source/answer/prompt.ts';
import { tempFolder } from '../helpers/world.ts';
import { desk, refusal } from './desk.ts';

/** A model that says the same to everything, and remembers which turns it was told of. */
function model(...events: EngineEvent[]): { engine: AnswerEngine; told: (readonly HistoryTurn[])[] } {
	const told: (readonly HistoryTurn[])[] = [];
	const engine: AnswerEngine = {
		name: 'qwen',
		model: 'm',
		plan: (question, evidence, path) => planPrompt(question, evidence, path, { context: 8192, max_tokens: 1024 }),
		async *answer(_question, { history }) {
			told.push(history);
			yield* events;
		},
	};
	return { engine, told };
}

const said = (text: string): EngineEvent => ({ kind: 'text', text });

test('the part of an answer that was stopped is a turn, unless the settings say otherwise', async () => {
	const { engine } = model(said('Half an'), { kind: 'done', finish: 'cancelled' });
	const kept = desk({ engine });
	expect(await kept.type('ask', 'is it so?')).toMatchObject({
		status: 1,
		json: { finish: 'cancelled', answer_text: 'Half an' },
	});
	const dropping = desk({ engine, config: '[answer]\nkeep_stopped = false\n' });
	expect(await refusal(dropping.type('ask', 'is it so?'))).toMatchObject({ code: 'ABORTED' });
	expect(dropping.sids()).toEqual([]);
});

test('the settings leave the turns above out as the flag does', async () => {
	const { engine, told } = model(said('Yes.'), { kind: 'done', finish: 'complete' });
	const { type } = desk({ engine, config: '[answer]\nhistory = false\n' });
	await type('ask', 'first?');
	await type('ask', 'second?', '--continue');
	expect(told).toEqual([[], []]);
});

test('an answer from the cache took nothing, so that sums are true', async () => {
	const { engine, told } = model(said('Yes.'), {
		kind: 'done',
		finish: 'complete',
		usage: { input_tokens: 50, output_tokens: 2, total_ms: 1500 },
	});
	const { type } = desk({ engine });
	await type('ask', 'first?');
	const again = await type('ask', 'first?');
	expect([again.json.cache_hit, again.json.usage, told.length]).toEqual([true, null, 1]);
	const { json, text } = await type('usage');
	expect(json.total).toMatchObject({ turns: 1, input_tokens: 50, output_tokens: 2, total_ms: 1500, price: null });
	expect(text).toContain('50 + 2 tokens');
});

test('two names for what answers are one too many', async () => {
	expect(await refusal(desk().type('ask', 'x', '--llm', 'a', '--engine', 'b'))).toMatchObject({ code: 'USAGE' });
});

test('config shows the settings in force, each with where it comes from, and what cannot be used', async () => {
	const { type } = desk({ config: '[engine.qwen]\nmodel = "m"\nkey_file = "/nowhere/key"\ncontxt = 3\n' });
	const { json, text, status } = await type('config');
	expect(status).toBe(1);
	expect(json.settings).toContainEqual({ section: 'engine.qwen', name: 'model', value: 'm', from: 'line 2' });
	expect(json.settings).toContainEqual({ section: 'engine.qwen', name: 'context', value: 8192, from: 'usual' });
	expect(text).toContain('the file /nowhere/key, which is not there');
	expect(text).toContain('line 4: An engine has no setting “contxt”. Did you mean “context”?');
});

function environment(names: Record<string, string>): void {
	for (const [name, value] of Object.entries(names)) vi.stubEnv(name, value);
	onTestFinished(() => void vi.unstubAllEnvs());
}

test('config --edit makes the file before it looks for an editor, and says where it is', async () => {
	environment({ VISUAL: '', EDITOR: '' });
	const { context, type } = desk();
	const path = join(context.paths.home, 'config.toml');
	expect(await refusal(type('config', '--edit'))).toMatchObject({ hint: `The settings are in ${path}.` });
	expect(readFileSync(path, 'utf8')).toContain('# [keys]');
});

test('config --edit takes nano, or vi, where the environment names no editor', async () => {
	const bin = tempFolder();
	environment({ VISUAL: '', EDITOR: '', PATH: `${bin}:${process.env['PATH']}` });
	writeFileSync(join(bin, 'nano'), '#!/bin/sh\necho "# by nano" >> "$1"\n', { mode: 0o755 });
	const { context, type } = desk();
	context.interactive = true;
	expect((await type('config', '--edit')).status).toBe(0);
	expect(readFileSync(join(context.paths.home, 'config.toml'), 'utf8')).toMatch(/# by nano\n$/);
});

test('config tells what is wrong with keys, among the rest and in the order of the lines', async () => {
	const { type } = desk({ config: '[keys]\n"turn.stnad" = "x"\n[answer]\nhistory = 3\n' });
	const { json } = await type('config');
	expect(json.problems.map(({ line }: { line: number }) => line)).toEqual([2, 4]);
});
