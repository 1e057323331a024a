import { objectOf } from '../../json.ts';
import { namesIn, type Speech, said, tokens } from './delta.ts';
import { lineRecords } from './records.ts';

/** Ollama by its own protocol: its OpenAI-compatible one ignores num_ctx and cuts the prompt without a word. */
export const OLLAMA: Speech = {
	path: '/api/chat',
	models: '/api/tags',
	headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
	body: ({ system, said: turns }, { model, context, max_tokens, temperature }) => ({
		model,
		messages: [{ role: 'system', content: system }, ...turns],
		stream: true,
		options: { num_ctx: context, num_predict: max_tokens, ...(temperature !== undefined && { temperature }) },
	}),
	records: lineRecords,
	deltas(record) {
		if (record['error'] !== undefined) return [{ kind: 'error', body: JSON.stringify(record) }];
		const piece = objectOf(record['message']);
		const deltas = [...said('reasoning', piece['thinking']), ...said('text', piece['content'])];
		if (record['done'] !== true) return deltas;
		const counts = {
			...tokens('input_tokens', record['prompt_eval_count']),
			...tokens('output_tokens', record['eval_count']),
		};
		const how = record['done_reason'] === 'length' ? 'truncated' : 'complete';
		return [...deltas, { kind: 'usage', ...counts }, { kind: 'finish', how }, { kind: 'over' }];
	},
	modelNames: (list) => namesIn(list['models'], 'name'),
};
