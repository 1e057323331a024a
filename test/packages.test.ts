import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// What the program is made of besides its own text: few libraries, exact versions, no script that runs when they are installed.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

interface Locked {
	version?: string;
	resolved?: string;
	integrity?: string;
	hasInstallScript?: boolean;
	optional?: boolean;
}
const manifest = JSON.parse(read('package.json')) as Record<
	'dependencies' | 'devDependencies',
	Record<string, string>
> & {
	allowScripts: Record<string, boolean>;
};
const locked = Object.entries(
	(JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const sources = readdirSync(join(ROOT, 'source'), { recursive: true })
	.map(String)
	.filter((name) => /\.tsx?$/.test(name))
	.map((name) => [name, read(join('source', name))] as const);

/** The libraries that the program itself imports. */
const used = new Set(
	sources
		.flatMap(([, text]) =>
			[...text.matchAll(/(?:^(?:import|export|\}) .*from|^import|import\()\s*'([^'.][^']*)'/gm)].map(
				(match) => match[1] as string,
			),
		)
		.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
		.map((name) =>
			name
				.split('/')
				.slice(0, name.startsWith('@') ? 2 : 1)
				.join('/'),
		),
);

test('nothing runs a script when it is installed but what package.json allows', () => {
	const scripts = locked.filter(
		([path, { hasInstallScript, optional }]) => hasInstallScript && !(optional && nameOf(path) === 'fsevents'),
	);
	expect(scripts.map(([path]) => nameOf(path)).filter((name) => !manifest.allowScripts[name])).toEqual([]);
});

test('the lock names one version of each, with its hash', () => {
	const odd = locked.filter(
		([, { version, resolved, integrity }]) =>
			!version || (resolved !== undefined && !resolved.startsWith('https://')) || !integrity?.startsWith('sha512-'),
	);
	expect(odd.map(([path]) => path)).toEqual([]);
	const asked = { ...manifest.dependencies, ...manifest.devDependencies };
	for (const [name, version] of Object.entries(asked)) {
		expect(version).toMatch(/^\d+\.\d+\.\d+$/);
		expect(Object.fromEntries(locked)[`node_modules/${name}`]?.version).toBe(version);
	}
});

test('at most fifteen libraries are used at run time, bundled or not, and each has its reason', () => {
	const all = new Set([...used, ...Object.keys(manifest.dependencies)]);
	expect(all.size).toBeLessThanOrEqual(15);
	const reasons = read('docs/notes/005-dependencies.md');
	expect(
		[...all].filter((name) => !new RegExp(`^\\|[^|]*(?<![\\w-])${name}(?![\\w-])[^|]*\\|`, 'm').test(reasons)),
	).toEqual([]);
	expect(Object.keys(manifest.dependencies).filter((name) => !used.has(name))).toEqual([]);
});

test('only what asks a model knows the network', () => {
	const networked = sources.filter(([, text]) =>
		/\bfetch\(|['"](?:node:)?(?:https?|http2|net|tls|dgram|dns)['"]|\bWebSocket\b/.test(text),
	);
	expect(networked.map(([name]) => name).filter((name) => !name.startsWith('answer/engines/'))).toEqual([]);
});
