import type { Context, ScreenStart } from '../commands/command.ts';
import { handbookFile } from '../library/handbook.ts';
import { verifyBeside } from './beside.ts';
import { startScreen } from './start.tsx';

/** Opens the screen on a session, and returns when the person quits. */
export async function runScreen(context: Context, { sid, label, choice = {} }: ScreenStart): Promise<void> {
	const { library, now } = context;
	const config = await context.settings();
	const forest = context.forest();
	const engine = await context.engine(choice);
	const verify = () => verifyBeside(forest.file);
	const fileOf = (path: string) => handbookFile(path, context.programFolder) ?? path;
	const screen = startScreen({ forest, library, engine, config, verify, fileOf, sid, label, now }, process);
	await screen.ended;
	await screen.close();
}
