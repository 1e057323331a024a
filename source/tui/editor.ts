import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorIn, openInEditor } from '../editor.ts';

/** Opens a text in the user's editor and gives back what was saved, or why that could not be. */
export function editText(text: string, env = process.env): { text: string } | { problem: string } {
	const editor = editorIn(env);
	if (editor === undefined) return { problem: 'Neither VISUAL nor EDITOR is set.' };
	const folder = mkdtempSync(join(tmpdir(), 'arborist-'));
	const file = join(folder, 'question.md');
	try {
		writeFileSync(file, text, { mode: 0o600 });
		if (!openInEditor(editor, file, env))
			return { problem: `The editor (${editor}) ended with an error; your text is as it was.` };
		return { text: readFileSync(file, 'utf8') };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
