import { askCommand } from './ask.ts';
import { backup } from './backup.ts';
import { checkpoint } from './checkpoint.ts';
import type { Command } from './command.ts';
import { configCommand } from './config.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { exportCommand } from './export.ts';
import { forget } from './forget.ts';
import { importCommand, importScan } from './import.ts';
import { add, library, remove } from './library.ts';
import { prove } from './prove.ts';
import { query } from './query.ts';
import { repair } from './repair.ts';
import { lastSession, session } from './session.ts';
import { sessionFind } from './session-find.ts';
import { sessionGc } from './session-gc.ts';
import { sessionList } from './session-list.ts';
import { sessionTreeCommand } from './session-tree.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';
import { usage } from './usage.ts';
import { chainCheck, verifyCommand } from './verify.ts';

/** Every verb, in the order of the manual. */
export const COMMANDS: readonly Command[] = [
	lastSession,
	session,
	sessionList,
	sessionTreeCommand,
	sessionFind,
	chainCheck,
	sessionGc,
	askCommand,
	show,
	verifyCommand,
	checkpoint,
	prove,
	repair,
	importCommand,
	importScan,
	exportCommand,
	query,
	forget,
	backup,
	stats,
	usage,
	configCommand,
	doctor,
	demo,
	add,
	library,
	remove,
];
