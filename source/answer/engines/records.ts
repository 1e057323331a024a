import { createParser } from 'eventsource-parser';

// Bytes to records: each is the text of one JSON object, as far as the server keeps to its protocol.

/** A record longer than this is no part of an answer. Characters. */
const LONGEST = 4 * 1024 * 1024;

export interface Records {
	/** The records that end within these bytes. @throws RangeError when one has no end */
	feed(bytes: Uint8Array): string[];
	/** What stood at the very end without a line break. A character that was cut in two is left out. */
	end(): string[];
}

/** Server-sent events: the data of each, and `error:` lines as error objects; comments and other fields are nothing. */
export function eventRecords(): Records {
	const decoder = new TextDecoder();
	let found: string[] = [];
	let endless = false;
	const parser = createParser({
		maxBufferSize: LONGEST,
		onEvent: ({ data }) => void found.push(data),
		onError({ type, field, value }) {
			if (type === 'max-buffer-size-exceeded') endless = true;
			else if (field === 'error') found.push(errorRecord(value ?? ''));
		},
	});
	const feed = (text: string) => {
		parser.feed(text);
		if (endless) throw new RangeError('a record without an end');
		const records = found;
		found = [];
		return records;
	};
	return { feed: (bytes) => feed(decoder.decode(bytes, { stream: true })), end: () => feed('\n\n') };
}

function errorRecord(value: string): string {
	try {
		const error: unknown = JSON.parse(value);
		return JSON.stringify(typeof error === 'object' && error !== null && 'error' in error ? error : { error });
	} catch {
		return JSON.stringify({ error: value });
	}
}

/** One JSON object a line, as Ollama writes. */
export function lineRecords(): Records {
	const decoder = new TextDecoder();
	let begun = '';
	return {
		feed(bytes) {
			const lines = (begun + decoder.decode(bytes, { stream: true })).split('\n');
			begun = lines.pop() ?? '';
			if (begun.length > LONGEST) throw new RangeError('a record without an end');
			return lines.filter((line) => line.trim() !== '');
		},
		end: () => (begun.trim() === '' ? [] : [begun]),
	};
}
