/**
 * Takes screenshots of every page in both themes at three widths, with an index, for visual inspection.
 * Run: npm run shots -- [--pages /blog,/photo-restoration] [--locales en,th] [--widths 360] [--themes dark] [--out DIR]
 * Scripts without a system font are rendered as boxes: install Noto fonts for Thai, Devanagari and Chinese.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { browserFlags, installedBrowser, root } from './ensure.mjs';
import { serveBuilt } from './site/served.mjs';

/** Chromium limits screenshots to 16384 pixels. */
const MAX_HEIGHT_PX = 16_000;

/** States of the shell besides pages: what to press, and at which width. */
const STATES = [
  { name: 'menu', path: '/', widths: [360, 768], open: (page) => page.locator('button[aria-haspopup=dialog]').click() },
  {
    name: 'menu-open-group',
    path: '/',
    widths: [360],
    open: async (page) => {
      await page.locator('button[aria-haspopup=dialog]').click();
      await page.locator('dialog[open] button[aria-expanded]').first().click();
    },
  },
  {
    name: 'languages',
    path: '/',
    widths: [360, 1440],
    open: (page) => page.locator('header button[aria-controls]:visible').last().click(),
  },
  {
    name: 'group',
    path: '/photo-restoration',
    widths: [1440],
    open: (page) => page.locator('header button[aria-controls]:visible').first().click(),
  },
];

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    locales: { type: 'string', default: 'en,de,th,hi,zh' },
    widths: { type: 'string', default: '360,768,1440' },
    themes: { type: 'string', default: 'dark,light' },
    out: { type: 'string', default: join(root, '.cache/shots') },
  },
});
const list = (text) => text.split(',').filter(Boolean);
const widths = list(values.widths).map(Number);
const themes = list(values.themes);
const locales = list(values.locales);
const requestedPages = values.pages === undefined ? null : list(values.pages);
const out = resolve(values.out);

const localeOf = (path) => /^\/([a-z]{2})(?=\/|$)/.exec(path)?.[1] ?? 'en';
const plainOf = (path) => (localeOf(path) === 'en' ? path : path.slice(3) || '/');
const nameOf = (path) => decodeURIComponent(path).replaceAll('/', '_').slice(1) || 'home';

const site = await serveBuilt();
const browser = await chromium.launch({ executablePath: installedBrowser() ?? undefined, args: browserFlags });
const shots = [];
try {
  const paths = site.paths.filter(
    (path) => locales.includes(localeOf(path)) && (requestedPages === null || requestedPages.includes(plainOf(path))),
  );
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const theme of themes) {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.addInitScript((choice) => localStorage.setItem('theme', choice), theme);
    const page = await context.newPage();
    const shoot = async ({ path, width, state }) => {
      const file = `${nameOf(path)}${state ? `.${state}` : ''}.${theme}.${width}.png`;
      const height = state ? 900 : await page.evaluate(() => document.documentElement.scrollHeight);
      await page.screenshot({
        path: join(out, file),
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT_PX) },
        fullPage: !state,
      });
      shots.push({ path, theme, width, state, file });
    };
    for (const path of paths) {
      await page.setViewportSize({ width: widths[0] ?? 360, height: 900 });
      await page.goto(site.url + (path.endsWith('/404') ? `${path}.html` : path), { waitUntil: 'load' });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await loadPictures(page);
        await shoot({ path, width });
      }
      for (const { name, open, ...state } of STATES.filter((one) => one.path === plainOf(path))) {
        for (const width of state.widths.filter((one) => widths.includes(one))) {
          await page.setViewportSize({ width, height: 900 });
          await page.reload({ waitUntil: 'load' });
          await open(page);
          await page.waitForTimeout(300);
          await shoot({ path, width, state: name });
        }
      }
      console.log(`${theme} ${path}`);
    }
    await context.close();
  }
  writeFileSync(join(out, 'index.html'), indexOf(shots));
  console.log(`${shots.length} pictures in ${out}; open index.html there.`);
} finally {
  await browser.close();
  site.close();
}

/** Loads all lazy pictures. */
async function loadPictures(page) {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter((picture) => picture.checkVisibility());
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}

function indexOf(all) {
  const figures = all.map(
    ({ path, theme, width, state, file }) =>
      `<figure><a href="${encodeURI(file)}"><img loading="lazy" src="${encodeURI(file)}" alt=""></a><figcaption>${path} ${state ?? ''} ${theme} ${width}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><style>
body{font:14px/1.4 system-ui;margin:24px;background:#777;display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(240px,1fr))}
figure{margin:0}img{inline-size:100%;block-size:360px;object-fit:cover;object-position:top}</style>${figures.join('\n')}`;
}
