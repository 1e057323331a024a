#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const bundle = new URL('../dist/cli.js', import.meta.url);

if (major < 20 || (major === 20 && minor < 19)) {
	fail(`Arborist needs Node.js 20.19 or later; this is ${process.versions.node}.`);
} else if (process.argv.length === 3 && process.argv[2] === '--version') {
	const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
	process.stdout.write(`${version}\n`);
} else if (!existsSync(bundle)) {
	fail('Arborist is not built yet.\nBuild it with: npm run build');
} else {
	await import(bundle.href);
}

function fail(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exitCode = 1;
}
