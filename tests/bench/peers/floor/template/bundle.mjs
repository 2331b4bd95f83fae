// Bundles what hydrates a page, for browsers.
import { writeFileSync } from 'node:fs';
import { load, requireOfSitegen } from './packages.mjs';

writeFileSync(
  'client.mjs',
  `import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
hydrateRoot(document.body, createElement('main'));`,
);
const { build } = await load('vite');
const alias = Object.fromEntries(['react-dom/client', 'react'].map((name) => [name, requireOfSitegen.resolve(name)]));
await build({
  configFile: false,
  logLevel: 'error',
  resolve: { alias },
  build: { outDir: 'dist/assets', emptyOutDir: false, rolldownOptions: { input: 'client.mjs' } },
});
