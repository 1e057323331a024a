/** Every way the program says no. A code is for programs, the message and the hint are for people. */
export type ErrorCode =
	| 'ABORTED'
	| 'ALREADY_FORGOTTEN'
	| 'AUTH'
	| 'BAD_LABEL'
	| 'BAD_REQUEST'
	| 'COMMAND_FAILED'
	| 'CONTENT_FILTER'
	| 'CONTEXT_OVERFLOW'
	| 'DISK_ERROR'
	| 'DISK_FULL'
	| 'EMPTY'
	| 'EMPTY_QUESTION'
	| 'ENGINE_NOT_CONFIGURED'
	| 'FILE_EXISTS'
	| 'FILE_NOT_FOUND'
	| 'FILE_NOT_WRITABLE'
	| 'LIBRARY_DAMAGED'
	| 'LIBRARY_LOCKED'
	| 'LIBRARY_READ_ONLY'
	| 'LOOKS_SECRET'
	| 'MODEL_NOT_FOUND'
	| 'NO_SERVER'
	| 'QUERY_FAILED'
	| 'QUESTION_TOO_LONG'
	| 'RATE_LIMIT'
	| 'SERVER'
	| 'SESSION_FULL'
	| 'SHARD_ALTERED'
	| 'SHARD_DAMAGED'
	| 'SHARD_FOREIGN'
	| 'SHARD_GONE'
	| 'SHARD_LOCKED'
	| 'SHARD_NEWER'
	| 'SHARD_NOT_A_FILE'
	| 'SHARD_READ_ONLY'
	| 'STREAM_BROKEN'
	| 'TIMEOUT_FIRST_TOKEN'
	| 'TIMEOUT_IDLE'
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
