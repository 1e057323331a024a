import { isObject, type JsonObject, objectOf } from '../../json.ts';
import { type Delta, namesIn, objectsIn, type Speech, said, tokens } from './delta.ts';
import { eventRecords } from './records.ts';

/** Any OpenAI-compatible chat endpoint: OpenAI, llama.cpp, vLLM, LM Studio, OpenRouter, DeepSeek and others. */
export const OPENAI: Speech = {
	path: '/chat/completions',
	models: '/models',
	headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
	body: ({ system, said: turns }, { model, max_tokens, temperature }) => ({
		model,
		messages: [{ role: 'system', content: system }, ...turns],
		max_tokens,
		...(temperature !== undefined && { temperature }),
		stream: true,
		stream_options: { include_usage: true },
	}),
	records: eventRecords,
	deltas(record) {
		if (record['error'] !== undefined && record['error'] !== null)
			return [{ kind: 'error', body: JSON.stringify(record) }];
		// A server that does not stream gives the whole message where others give pieces of it.
		const [choice] = objectsIn(record['choices']);
		return [...usageOf(record), ...(choice ? choiceDeltas(choice) : [])];
	},
	modelNames: (list) => namesIn(list['data'] ?? list['models'], 'id'),
};

function choiceDeltas(choice: JsonObject): Delta[] {
	const piece = isObject(choice['delta']) ? choice['delta'] : objectOf(choice['message']);
	return [
		...said('reasoning', piece['reasoning_content'] ?? piece['reasoning']),
		...said('text', piece['content'] ?? piece['refusal']),
		...finishOf(choice['finish_reason']),
	];
}

function finishOf(reason: unknown): Delta[] {
	if (typeof reason !== 'string' || reason === '') return [];
	if (reason === 'content_filter') return [{ kind: 'finish', how: 'filtered' }];
	return [{ kind: 'finish', how: reason === 'length' ? 'truncated' : 'complete' }];
}

function usageOf(record: JsonObject): Delta[] {
	const usage = record['usage'];
	if (!isObject(usage)) return [];
	const counts = {
		...tokens('input_tokens', usage['prompt_tokens']),
		...tokens('output_tokens', usage['completion_tokens']),
	};
	return Object.keys(counts).length > 0 ? [{ kind: 'usage', ...counts }] : [];
}
