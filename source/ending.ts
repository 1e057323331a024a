/**
 * Ends the program by a signal, as it would have ended anyhow, once all who listen to `exit` have put back and removed what
 * is theirs. Never as an ordinary exit: of a terminal that is gone, Node would fall over its modes.
 */
export function endBy(signal: NodeJS.Signals): void {
	process.once('exit', () => {
		process.removeAllListeners(signal);
		process.kill(process.pid, signal);
	});
	process.exit();
}
