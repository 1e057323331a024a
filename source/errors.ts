/** Every way the program says no. A code is for programs, the message and the hint are for people. */
export type ErrorCode =
	| 'ABORTED'
	| 'ALREADY_FORGOTTEN'
	| 'BAD_LABEL'
	| 'DISK_FULL'
	| 'EMPTY_QUESTION'
	| 'ENGINE_NOT_CONFIGURED'
	| 'FILE_NOT_FOUND'
	| 'LIBRARY_DAMAGED'
	| 'LIBRARY_LOCKED'
	| 'LIBRARY_READ_ONLY'
	| 'NOT_BUILT_YET'
	| 'QUESTION_TOO_LONG'
	| 'SESSION_FULL'
	| 'SHARD_DAMAGED'
	| 'SHARD_FOREIGN'
	| 'SHARD_LOCKED'
	| 'SHARD_NEWER'
	| 'SHARD_NOT_A_FILE'
	| 'SHARD_READ_ONLY'
	| 'UNKNOWN_REFERENCE'
	| 'UNKNOWN_SESSION'
	| 'USAGE';

/** One sentence about what happened, and a hint about what to do next. */
export class ArboristError extends Error {
	override readonly name = 'ArboristError';
	readonly code: ErrorCode;
	readonly hint: string | undefined;

	constructor(code: ErrorCode, message: string, hint?: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
		this.hint = hint;
	}
}
