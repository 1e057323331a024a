import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Whether a program is gone. Of one on another computer, which shares the folder, nobody can tell: it counts as running. */
export function isGone(pid: number, host: string | undefined): boolean {
	if (host !== hostname() || !(pid > 0)) return false;
	try {
		process.kill(pid, 0);
		return isDead(pid);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}

/** Whether it was killed and only its parent has not asked how it ended yet. */
function isDead(pid: number): boolean {
	try {
		return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
	} catch {
		return false;
	}
}
