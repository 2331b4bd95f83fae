import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/order.ts';

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

/** Of the rest: what both modes show alike, left out for the sake of time; not so with `E2E_WHOLE` in the environment. */
const alike = process.env.E2E_WHOLE
  ? []
  : [
      'filters',
      'fit',
      'kinds',
      'logo-svg',
      'mask',
      'removal',
      'repair',
      'samples',
      'spec/bar',
      'spec/menu',
      'spec/pages',
      'workspace-input',
    ];

/** The suite once more, on the development server. */
function onSources() {
  const { test, ...settings } = project('e2e');
  const exclude = [...notOfSources, ...alike].map((file) => `tests/e2e/${file}.test.ts`);
  return { ...settings, test: { ...test, name: 'e2e-development', exclude, env: { E2E_MODE: 'development' } } };
}

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    // Most tests wait for a process or a browser: three files at once keep two processors busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [project('unit'), project('build'), project('serve'), project('engine'), project('e2e'), onSources()],
  },
});
