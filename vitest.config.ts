import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		globalSetup: ['test/cli/build.ts'],
		include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
		testTimeout: 30_000,
		pool: 'forks',
	},
});
