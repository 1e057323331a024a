/** Every way an exact query says no. */
export type SessionQueryCode =
	| 'SESSION_QUERY_SESSION_NOT_FOUND'
	| 'SESSION_QUERY_EVENT_NOT_FOUND'
	| 'SESSION_QUERY_INVALID_WINDOW'
	| 'SESSION_QUERY_INVALID_CONFIG'
	| 'SESSION_QUERY_INVALID_LINEAGE'
	| 'SESSION_QUERY_INVALID_SURFACE'
	| 'SESSION_QUERY_PERSISTENCE_FAILED'
	| 'SESSION_QUERY_SOURCE_CONFLICT';

export class SessionQueryError extends Error {
	override readonly name = 'SessionQueryError';
	readonly code: SessionQueryCode;

	constructor(code: SessionQueryCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}

/** What a persisted source threw, an Error or not, as PERSISTENCE_FAILED; the thrown value is its cause. */
export function persistenceFailed(thrown: unknown): SessionQueryError {
	if (thrown instanceof SessionQueryError) return thrown;
	const said = thrown instanceof Error ? thrown.message : String(thrown);
	return new SessionQueryError('SESSION_QUERY_PERSISTENCE_FAILED', said, { cause: thrown });
}
