import { spawnSync } from 'node:child_process';

/** Terminals drop a longer sequence, or the rest of it. */
const LONGEST = 74_000;

/**
 * Copies a text: through tmux where we run in it, else with OSC 52, which works over ssh but is never answered. Says what is
 * known of it, and no more.
 */
export function copyText(text: string, send: (sequence: string) => void, env = process.env): string {
	if (env['TMUX']) {
		const done = spawnSync('tmux', ['load-buffer', '-w', '-'], { input: text });
		if (done.status === 0) return 'Copied: prefix ] pastes it in tmux.';
	}
	const encoded = Buffer.from(text).toString('base64');
	if (encoded.length > LONGEST)
		return `Too long for the terminal’s clipboard (${text.length.toLocaleString('en')} characters).`;
	send(`\u001b]52;c;${encoded}\u0007`);
	return 'Sent to the terminal’s clipboard; whether it took it, it does not say.';
}
