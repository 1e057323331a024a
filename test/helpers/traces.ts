import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a folder, of any name, that hold a text's bytes: as UTF-8, or escaped as JSON holds it. */
export function tracesOf(folder: string, text: string): string[] {
	const forms = [text, JSON.stringify(text).slice(1, -1)].map((form) => Buffer.from(form));
	return readdirSync(folder, { recursive: true })
		.map((name) => join(folder, String(name)))
		.filter((file) => statSync(file).isFile())
		.filter((file) => {
			const bytes = readFileSync(file);
			return forms.some((form) => bytes.includes(form));
		});
}
