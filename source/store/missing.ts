import { ArboristError } from '../errors.ts';

/** @param use What it was wanted for, in the words after its id: `to ask under`. */
export function noTurn(bates: string, use: string): ArboristError {
	const hint = 'Find one with `arborist session --find TEXT`.';
	return new ArboristError('UNKNOWN_REFERENCE', `There is no turn ${bates} ${use}.`, hint);
}

export function noSession(sid: string): ArboristError {
	const hint = 'List them with `arborist session --list`.';
	return new ArboristError('UNKNOWN_SESSION', `There is no session ${sid}.`, hint);
}
