import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/order.ts';
import { RetriedTests } from './tests/retried.ts';

const alias = {
  '@safelight/sitegen/runtime': fileURLToPath(new URL('./cli/runtime/index.ts', import.meta.url)),
  '@safelight/sitegen/types': fileURLToPath(new URL('./cli/contract.ts', import.meta.url)),
};
const project = (name: string) => ({
  resolve: { alias },
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    // What has come to a stop ends; no test is about how long it takes.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    // What tests load keeps nothing: files of a project share it.
    isolate: false,
    // Browsers and processes on a crowded machine: one that fails by chance passes the second time.
    retry: name === 'unit' ? 0 : 1,
    globalSetup: name === 'e2e' ? ['tests/e2e/setup.ts'] : [],
  },
});

/** Of the suite in the browser: what is about files of the build, or has servers of its own, or none. */
const notOfSources = ['budget', 'cards', 'checks', 'failures', 'offline', 'runtime/**/*', 'site', 'tracking', 'vnu'];

/** What shows that sources work as the build does: each type of page, the workers of both workspaces, and a utility. */
const ofSources = ['walk', 'workspace', 'video', 'dev-utils'];

/** The suite once more, on the development server: a few files, or with `E2E_WHOLE` all that can run there. */
function onSources() {
  const { test, ...settings } = project('e2e');
  const testFiles = (names: readonly string[]) => names.map((name) => `tests/e2e/${name}.test.ts`);
  const files = process.env.E2E_WHOLE
    ? { include: test.include, exclude: testFiles(notOfSources) }
    : { include: testFiles(ofSources) };
  return { ...settings, test: { ...test, ...files, name: 'e2e-development', env: { E2E_MODE: 'development' } } };
}

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    // Each file has a browser or a process beside it: with three at once on two processors, single tests took too long.
    maxWorkers: 2,
    reporters: ['default', new RetriedTests()],
    sequence: { sequencer: LongestFirst },
    projects: [project('unit'), project('build'), project('serve'), project('engine'), project('e2e'), onSources()],
  },
});
