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
  },
});

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    projects: [
      project('unit'),
      project('build', 120_000),
      project('serve', 120_000),
      project('engine', 120_000),
      project('e2e', 120_000),
    ],
  },
});
