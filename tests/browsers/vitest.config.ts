import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `npm run test:browsers`: the real site in browsers beside Chromium, which `npm test` uses. */
export default defineConfig({
  root: at('../..'),
  resolve: {
    alias: {
      '@safelight/sitegen/runtime': at('../../cli/runtime/index.ts'),
      '@safelight/sitegen/types': at('../../cli/contract.ts'),
    },
  },
  test: {
    include: ['tests/browsers/**/*.test.ts'],
    globalSetup: [at('../global-setup.ts'), at('../e2e/setup.ts')],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Browsers on a busy machine: a test that fails by chance passes the second time, in a new session.
    retry: 1,
    // One browser after the other: beside another one, Firefox ESR 140 takes longer for a tool than a test may.
    maxWorkers: 1,
  },
});
