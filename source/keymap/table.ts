import type { Note, Row } from './row.ts';
import { BRANCH } from './rows/branch.ts';
import { FIND } from './rows/find.ts';
import { LOOK } from './rows/look.ts';
import { MOVE } from './rows/move.ts';
import { OVERLAY } from './rows/overlay.ts';
import { SCREEN } from './rows/screen.ts';
import { SESSIONS } from './rows/sessions.ts';
import { EDITING, WRITE } from './rows/write.ts';

const TABLE = [...MOVE, ...BRANCH, ...FIND, ...LOOK, ...SESSIONS, ...WRITE, ...OVERLAY, ...SCREEN] as const;

/** Every command there is; whoever carries them out is held to all of them by this type. */
export type CommandId = (typeof TABLE)[number]['id'];

/** The one table that keys, hints, help, palette and docs/keys.md are made from. */
export const ROWS: readonly Row<CommandId>[] = TABLE;

export const NOTES: readonly Note[] = [EDITING];
