import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The person's editor, arguments and all; undefined where the environment names none. */
export function editorIn(env: NodeJS.ProcessEnv): string | undefined {
	return env['VISUAL'] || env['EDITOR'] || undefined;
}

/** One that most machines have, where the environment names none: nano first, which says how to leave it. */
export function usualEditor({ PATH = '' }: NodeJS.ProcessEnv): string | undefined {
	const folders = PATH.split(delimiter).filter((folder) => folder !== '');
	return ['nano', 'vi'].find((name) => folders.some((folder) => existsSync(join(folder, name))));
}

/** Opens a file in an editor and waits for its end; whether that was a good one. */
export function openInEditor(editor: string, file: string, env: NodeJS.ProcessEnv): boolean {
	// The variable may hold arguments (`code --wait`), as every program that reads it allows.
	const { status } = spawnSync(`${editor} "$ARBORIST_FILE"`, {
		shell: true,
		stdio: 'inherit',
		env: { ...env, ARBORIST_FILE: file },
	});
	return status === 0;
}
