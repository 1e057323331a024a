import { closeSync, openSync, writeSync } from 'node:fs';
import { seededNumbers } from '../helpers/surroundings.ts';
import { writer } from './words.ts';

export interface ExportShape {
	/** Bytes of the file, about. */
	bytes: number;
	seed?: number;
	/** Words of an answer, about. */
	words?: number;
	/** Turns of a chat, about. */
	turns?: number;
}

/** Writes an export as ChatGPT makes it: one array on one line, nodes with much beside their text, some branches. Gives its turns. */
export function makeChatExport(path: string, { bytes, seed = 1, words = 90, turns = 14 }: ExportShape): number {
	const random = seededNumbers(seed);
	const write = writer(random);
	const file = openSync(path, 'w');
	let written = 0;
	let made = 0;
	try {
		for (let chat = 0; written < bytes; chat++) {
			const count = 1 + Math.floor(random() * turns * 2);
			made += count;
			written += writeSync(
				file,
				`${chat === 0 ? '[' : ', '}${JSON.stringify(chatOf(chat, count, random, write, words))}`,
			);
		}
		writeSync(file, ']');
	} finally {
		closeSync(file);
	}
	return made;
}

function chatOf(
	chat: number,
	count: number,
	random: () => number,
	write: ReturnType<typeof writer>,
	words: number,
): unknown {
	const start = 1_600_000_000 + chat * 5000;
	const mapping: Record<string, unknown> = {};
	const id = (of: string, index: number) =>
		`${of}${String(chat).padStart(8, '0')}-${String(index).padStart(4, '0')}-4000-8000-0123456789ab`;
	const node = (key: string, parent: string | null, message: unknown) => {
		mapping[key] = { id: key, message, parent, children: [] };
		if (parent !== null) (mapping[parent] as { children: string[] }).children.push(key);
		return key;
	};
	let above = node('client-created-root', null, null);
	for (let index = 0; index < count; index++) {
		// One question in ten is asked again from an earlier place.
		if (index > 1 && random() < 0.1) above = id('b', Math.floor(random() * index));
		const asked = node(id('a', index), above, messageOf(id('a', index), 'user', write.question(), start + index * 60));
		above = node(
			id('b', index),
			asked,
			messageOf(id('b', index), 'assistant', write.answer(words), start + index * 60 + 9.125),
		);
	}
	return {
		title: write.title(),
		create_time: start,
		update_time: start + count * 60,
		mapping,
		moderation_results: [],
		current_node: above,
		conversation_id: id('c', 0),
		default_model_slug: 'gpt-4o',
		is_archived: false,
		safe_urls: [],
		id: id('c', 0),
	};
}

function messageOf(id: string, role: string, text: string, time: number): unknown {
	return {
		id,
		author: { role, name: null, metadata: {} },
		create_time: time,
		update_time: null,
		content: { content_type: 'text', parts: [text] },
		status: 'finished_successfully',
		end_turn: role === 'assistant' ? true : null,
		weight: 1.0,
		metadata: {
			request_id: `${id}-request`,
			message_source: null,
			model_slug: 'gpt-4o',
			default_model_slug: 'gpt-4o',
			parent_id: id,
			finish_details: { type: 'stop', stop_tokens: [200002] },
			citations: [],
			content_references: [],
			message_type: 'next',
			serialization_metadata: { custom_symbol_offsets: [] },
			turn_exchange_id: `${id}-turn`,
			gizmo_id: null,
			kwargs: { pending_message_id: null, sync: { history_off_approved: true, mode: 'steady', is_complete: true } },
		},
		recipient: 'all',
		channel: null,
	};
}
