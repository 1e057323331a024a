import { join } from 'node:path';
import type { Context, ScreenStart } from '../commands/command.ts';
import { readConfig } from '../config/config.ts';
import { handbookFile } from '../library/handbook.ts';
import { verifyBeside } from './beside.ts';
import { startScreen } from './start.tsx';

/** Opens the screen on a session, and returns when the person quits. */
export async function runScreen(context: Context, { sid, label, llm }: ScreenStart): Promise<void> {
	const { library, now, paths } = context;
	const config = readConfig(join(paths.home, 'config.toml'));
	const forest = context.forest();
	const engine = context.engine(llm);
	const verify = () => verifyBeside(forest.file);
	const fileOf = (path: string) => handbookFile(path, context.programFolder) ?? path;
	const screen = startScreen({ forest, library, engine, config, verify, fileOf, sid, label, now }, process);
	await screen.ended;
	await screen.close();
}
