import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Once before all tests: builds the program when it is missing, or older than its source. */
export default function build(): void {
	if (!isStale()) return;
	execFileSync(process.execPath, ['esbuild.config.js'], { cwd: ROOT, stdio: 'inherit' });
}

function isStale(): boolean {
	const bundle = `${ROOT}dist/cli.js`;
	if (!existsSync(bundle)) return true;
	const built = statSync(bundle).mtimeMs;
	const sources = readdirSync(`${ROOT}source`, { recursive: true, encoding: 'utf8' }).map((name) => `source/${name}`);
	return [...sources, 'esbuild.config.js', 'package.json'].some((name) => statSync(`${ROOT}${name}`).mtimeMs > built);
}
