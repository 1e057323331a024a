import { ArboristError } from '../errors.ts';
import type { Surroundings } from './types.ts';

/** The last turn a session can hold: a bates id has six digits. */
export const LAST_SEQ = 999_999;

const SID = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/;
const BATES = /^\d{8}T\d{6}Z-[0-9a-f]{8}-\d{6}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const BATES_END = /^(?:.*-)?[0-9a-f]{8}-\d{6}$/;

export function isSid(text: string): boolean {
	return SID.test(text);
}

/** Whether a text is a time as every column has it: UTC, with milliseconds. */
export function isTime(text: string): boolean {
	return TIME.test(text);
}

export function isBates(text: string): boolean {
	return BATES.test(text);
}

/** Whether a text reads as a bates id or as the end of one (`7f3a9c1d-000012`). */
export function isBatesEnd(text: string): boolean {
	return BATES_END.test(text);
}

/** `<YYYYMMDDTHHMMSSZ>-<8 lower-case hex>`; whether it was ever used is for the caller to check. */
export function mintSid({ now, randomBytes }: Surroundings): string {
	const second = new Date(now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
	return `${second}Z-${Buffer.from(randomBytes(4)).toString('hex')}`;
}

/** `<sid>-<6-digit-seq>`, of whatever number. */
export function batesAt(sid: string, seq: number): string {
	return `${sid}-${String(seq).padStart(6, '0')}`;
}

/** The id of a turn that is to be minted. Throws SESSION_FULL. */
export function formatBates(sid: string, seq: number): string {
	if (seq > LAST_SEQ) {
		throw new ArboristError(
			'SESSION_FULL',
			`This session holds ${LAST_SEQ.toLocaleString('en')} turns, and that is the last it can number.`,
			'Go on in a new session: start one, stand on this turn there (/cd, or enter), and ask.',
		);
	}
	return batesAt(sid, seq);
}

/** The session that minted a bates id. */
export function sidOf(bates: string): string {
	return bates.slice(0, bates.lastIndexOf('-'));
}

/** Its number there. */
export function seqOf(bates: string): number {
	return Number(bates.slice(bates.lastIndexOf('-') + 1));
}

/** Whether it is that of a session's root. */
export function isRoot(bates: string): boolean {
	return seqOf(bates) === 0;
}
