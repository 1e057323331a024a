import { createInterface } from 'node:readline';

// What a person types, or what a pipe brings, line by line.

/** What a pipe brings. A line ends at a newline and nowhere else; of one longer than `longest` a little more than that is given. */
export async function* pipedLines(
	stdin: NodeJS.ReadStream,
	longest: number,
	signal: AbortSignal,
): AsyncGenerator<string> {
	const stop = () => stdin.destroy();
	signal.addEventListener('abort', stop);
	stdin.setEncoding('utf8');
	let begun = '';
	try {
		for await (const chunk of stdin as AsyncIterable<string>) {
			const [first = '', ...more] = chunk.split('\n');
			if (begun.length <= longest) begun += first;
			for (const next of more) {
				yield begun.replace(/\r$/, '');
				begun = next;
			}
		}
	} catch (error) {
		if (!signal.aborted) throw error;
		return;
	} finally {
		signal.removeEventListener('abort', stop);
	}
	if (begun !== '') yield begun;
}

/**
 * What is typed on a terminal. Ctrl-c empties the line, and ends on an empty one; ctrl-d ends.
 * @param interrupt Told of a ctrl-c first; true when it has stopped something with it.
 */
export async function* typedLines(
	stdin: NodeJS.ReadStream,
	stdout: NodeJS.WriteStream,
	prompt: () => string,
	interrupt: () => boolean = () => false,
): AsyncGenerator<string> {
	const reader = createInterface({ input: stdin, output: stdout, terminal: true });
	let open = true;
	let stopped = false;
	const ask = () => {
		if (!open) return;
		reader.setPrompt(prompt());
		reader.prompt();
	};
	reader.on('close', () => {
		open = false;
	});
	reader.on('SIGINT', () => {
		if (interrupt()) return;
		if (reader.line === '') {
			stopped = true;
			reader.close();
			return;
		}
		reader.write(null, { ctrl: true, name: 'e' });
		reader.write(null, { ctrl: true, name: 'u' });
	});
	ask();
	try {
		for await (const line of reader) {
			if (stopped) break;
			yield line;
			ask();
		}
		stdout.write('\n');
	} finally {
		// Whoever has heard enough (/quit) gets the terminal back at once.
		reader.close();
	}
}

/** All of a pipe as one text, read no further than a little past `longest` characters. */
export async function pipedText(stdin: NodeJS.ReadStream, longest: number): Promise<string> {
	stdin.setEncoding('utf8');
	let text = '';
	for await (const chunk of stdin as AsyncIterable<string>) {
		text += chunk;
		if (text.length > longest + 2) break;
	}
	return text.replace(/\r?\n$/, '');
}
