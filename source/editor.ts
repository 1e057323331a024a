import { spawnSync } from 'node:child_process';

/** The person's editor, arguments and all; undefined where the environment names none. */
export function editorIn(env: NodeJS.ProcessEnv): string | undefined {
	return env['VISUAL'] || env['EDITOR'] || undefined;
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
