#!/usr/bin/env node
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const program = join(__dirname, '../dist/cli.js');

if (major < 20 || (major === 20 && minor < 19)) {
	fail(`Arborist needs Node.js 20.19 or later; this is ${process.versions.node}.`);
} else if (process.argv.length === 3 && process.argv[2] === '--version') {
	const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
	process.stdout.write(`${version}\n`);
} else if (!existsSync(program)) {
	fail('Arborist is not built yet.\nBuild it with: npm run build');
} else {
	try {
		require(program);
	} catch (error) {
		fail(error.message);
	}
}

function fail(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exitCode = 1;
}
