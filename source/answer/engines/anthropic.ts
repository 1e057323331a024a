import { isObject, type JsonObject, objectOf } from '../../json.ts';
import { type Delta, namesIn, objectsIn, type Speech, said, tokens } from './delta.ts';
import { eventRecords } from './records.ts';

const VERSION = '2023-06-01';

/** Anthropic's messages endpoint. */
export const ANTHROPIC: Speech = {
	path: '/messages',
	models: '/models',
	headers: (key) => ({ 'anthropic-version': VERSION, ...(key !== undefined && { 'x-api-key': key }) }),
	body: ({ system, said: turns }, { model, max_tokens, temperature }) => ({
		model,
		system,
		messages: turns,
		max_tokens,
		...(temperature !== undefined && { temperature }),
		stream: true,
	}),
	records: eventRecords,
	deltas(record) {
		switch (record['type']) {
			case 'error':
				return [{ kind: 'error', body: JSON.stringify(record) }];
			case 'message_start':
				return usageOf(objectOf(record['message']));
			case 'content_block_start':
				return blockDeltas(objectOf(record['content_block']));
			case 'content_block_delta':
				return blockDeltas(objectOf(record['delta']));
			case 'message_delta':
				return [...usageOf(record), ...finishOf(objectOf(record['delta']))];
			case 'message_stop':
				return [{ kind: 'over' }];
			// The whole answer of a server that does not stream.
			case 'message':
				return [...objectsIn(record['content']).flatMap(blockDeltas), ...usageOf(record), ...finishOf(record)];
			default:
				return record['error'] === undefined ? [] : [{ kind: 'error', body: JSON.stringify(record) }];
		}
	},
	modelNames: (list) => namesIn(list['data'], 'id'),
};

function blockDeltas(block: JsonObject): Delta[] {
	return [...said('reasoning', block['thinking']), ...said('text', block['text'])];
}

function finishOf({ stop_reason }: JsonObject): Delta[] {
	if (typeof stop_reason !== 'string') return [];
	if (stop_reason === 'refusal') return [{ kind: 'finish', how: 'filtered' }];
	return [{ kind: 'finish', how: stop_reason === 'max_tokens' ? 'truncated' : 'complete' }];
}

// What it read is the sum of three when parts of the prompt come from its cache.
function usageOf(record: JsonObject): Delta[] {
	const usage = record['usage'];
	if (!isObject(usage)) return [];
	const read = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
		.map((name) => usage[name])
		.filter((count) => typeof count === 'number');
	const sum = read.reduce((total, count) => total + count, 0);
	const counts = {
		...(read.length > 0 && tokens('input_tokens', sum)),
		...tokens('output_tokens', usage['output_tokens']),
	};
	return Object.keys(counts).length > 0 ? [{ kind: 'usage', ...counts }] : [];
}
