import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = {
  'sitegen/runtime': fileURLToPath(new URL('./cli/runtime/index.ts', import.meta.url)),
  'sitegen/contract': fileURLToPath(new URL('./cli/contract.ts', import.meta.url)),
};
const project = (name: string, timeoutMs = 30_000) => ({
  resolve: { alias },
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: 120_000,
    // Browsers and processes on a crowded machine: one that fails by chance passes the second time.
    retry: name === 'unit' ? 0 : 1,
    globalSetup: name === 'e2e' ? ['tests/e2e/setup.ts'] : [],
  },
});

/** What visitors do with the site's own code, once more on the development server. */
function onSources() {
  const { test, ...settings } = project('e2e', 120_000);
  const include = ['workspace', 'tracking', 'dev-utils'].map((file) => `tests/e2e/${file}.test.ts`);
  return { ...settings, test: { ...test, name: 'e2e-development', include, env: { E2E_MODE: 'development' } } };
}

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    // Most tests wait for a process or a browser: two files at once take little more than one.
    maxWorkers: 2,
    projects: [
      project('unit'),
      project('build', 120_000),
      project('serve', 120_000),
      project('engine', 120_000),
      project('e2e', 120_000),
      onSources(),
    ],
  },
});
