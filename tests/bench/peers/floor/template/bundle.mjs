// Bundles what hydrates a page, for browsers, and with the argument `pages` what renders the pages in languages, for Node.
import { writeFileSync } from 'node:fs';
import { load } from './packages.mjs';

const hasPages = process.argv[2] === 'pages';
writeFileSync(
  'page.mjs',
  hasPages
    ? `import { createElement, Fragment } from 'react';
import Footer from './shared/Footer.jsx';
import Marketing from './shared/Marketing.jsx';
import NavMenu from './shared/NavMenu.jsx';
export const Page = ({ nav, page, footer }) =>
  createElement(Fragment, null, createElement(NavMenu, { items: nav }), createElement(Marketing, { page }), createElement(Footer, { footer }));`
    : `export const Page = 'main';`,
);
writeFileSync(
  'client.mjs',
  `import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Page } from './page.mjs';
hydrateRoot(document.body, createElement(Page, window.props));`,
);
const { build } = await load('vite');
const shared = { configFile: false, logLevel: 'error', publicDir: false };
const output = { emptyOutDir: false, reportCompressedSize: false };
await build({ ...shared, build: { ...output, outDir: 'dist/assets', rolldownOptions: { input: 'client.mjs' } } });
if (hasPages)
  await build({
    ...shared,
    build: {
      ...output,
      outDir: 'server',
      ssr: 'page.mjs',
      rolldownOptions: { output: { entryFileNames: 'page.mjs' } },
    },
  });
