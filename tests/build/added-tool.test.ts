import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { contentOf, paintedBy, pixelsIn, pngFile } from '../e2e/pictures.ts';
import { type Served, serve } from '../serve/served.ts';
import { type Site, siteOf } from '../site.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A tool in a folder of its own with its texts: all that this site needs for one more. */
const addedTool = `
-- site/tools/crisp-photo/meta.ts --
import type { ToolMeta } from '../meta.ts';

export const meta: ToolMeta = {
  id: 'crisp-photo',
  name: 'crispPhoto',
  path: '/crisp-photo',
  group: 'enhance',
  kind: 'image',
  order: 4.5,
  samples: ['cat-soft'],
  result: { sample: 'cat-soft', name: 'cat' },
};
-- site/tools/crisp-photo/tool.ts --
import { networkNeeds } from '../../engine/capability/costs.ts';
import { done } from '../../engine/errors.ts';
import type { ToolWork } from '../../workspace/tool.ts';
import { percent } from '../plan/fields.ts';
import { numberOf } from '../plan/options.ts';

export const work: ToolWork = {
  fields: [percent({ name: 'strength', label: 'crispPhoto.options.strength', initial: 60 })],
  plan: ({ options, size }) =>
    done({
      steps: [
        {
          op: 'sharpen.instant',
          params: { strength: numberOf(options, 'strength') / 20, radius: 2, threshold: 0 },
          inputs: { picture: 'picture' },
          output: 'crisp',
        },
      ],
      result: 'crisp',
      needs: { source: size, output: size, workCopies: 2, ...networkNeeds([]), needsGpu: false },
      keeps: [],
      notes: [],
    }),
  main: ['strength'],
  automatic: false,
  isInstant: () => true,
  brushes: [],
  keptFor: () => '',
  suffix: 'crisp',
  transparent: false,
};
-- locales/en/crispPhoto.json --
{
  "seo": { "title": "Crisp photo", "description": "Makes a photo crisp." },
  "h1": "Crisp photo",
  "lead": "Makes a photo crisp.",
  "options": { "strength": "Crispness" },
  "how": [
    { "title": "Choose", "text": "Choose a photo." },
    { "title": "Adjust", "text": "Move the slider." },
    { "title": "Generate", "text": "Press Generate." },
    { "title": "Save", "text": "Download it." }
  ],
  "good": ["One", "Two", "Three", "Four"],
  "limits": ["One", "Two", "Three", "Four"],
  "questions": [
    { "q": "One?", "a": "One." },
    { "q": "Two?", "a": "Two." },
    { "q": "Three?", "a": "Three." },
    { "q": "Four?", "a": "Four." },
    { "q": "Five?", "a": "Five." }
  ]
}
`;

/** Settings of the copy: one language, and only the pages that show tools. */
const settings = `
-- config/site.yaml --
name: Safelight
url: https://safelight.example
-- config/locales.yaml --
default: en
locales:
  - { code: en, name: English, language: en-US }
`;

/** This site with one more tool: its sources, its English texts, and no posts. */
function siteWithTool(): Site {
  const site = siteOf(settings, addedTool);
  for (const folder of ['site', 'templates', 'locales/en'])
    cpSync(join(repository, folder), join(site.root, folder), {
      recursive: true,
      filter: (path) => !/\/(?:models|tsconfig\.json)$/.test(path) || path.includes('/engine/'),
    });
  for (const name of ['routes', 'navigation'])
    cpSync(join(repository, `config/${name}.yaml`), join(site.root, `config/${name}.yaml`));
  symlinkSync(join(repository, 'node_modules'), join(site.root, 'node_modules'));
  site.edit('config/routes.yaml', (text) =>
    text
      .replace(/, data: \{ posts.*?\} \} \}/, ' }')
      .replace(/locales: (?:all|\[.*?\])/g, 'locales: none')
      .replace(
        'routes:\n',
        'routes:\n  - { id: crisp-photo, path: /crisp-photo, page: Tool, locales: none, seo: crispPhoto.seo, jsonLd: WebApplication }\n',
      ),
  );
  site.edit('config/navigation.yaml', (text) =>
    text
      .replace('- { name: blog, path: /blog }\n', '')
      .replace(/(\n.*name: hdPictureConverter.*\n)/, '$1    - { name: crispPhoto, path: /crisp-photo }\n'),
  );
  const addText = (file: string, change: (texts: Record<string, Record<string, unknown>>) => void) =>
    site.edit(`locales/en/${file}.json`, (text) => {
      const texts = JSON.parse(text);
      change(texts);
      return JSON.stringify(texts);
    });
  addText('navigation', (texts) => Object.assign(texts, { crispPhoto: 'Crisp Photo' }));
  addText('home', ({ tools }) => Object.assign(tools ?? {}, { crispPhoto: { name: 'Crisp photo', line: 'Crisp.' } }));
  const samples = join(site.root, 'site/public/samples');
  cpSync(join(samples, 'image-sharpener'), join(samples, 'crisp-photo'), { recursive: true });
  return site;
}

describe('a tool that is added as one folder and its texts', () => {
  let site: Site;
  let host: Served;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    site = siteWithTool();
    const { code, stderr } = await site.build();
    expect(code, stderr).toBe(0);
    host = await serve(site, '--built', '--out', 'dist');
    browser = await launchBrowser();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.stop();
    site?.close();
  });

  it('is listed on the home page and in the navigation at its position', async () => {
    await page.goto(host.url);
    const cards = await page.locator('#tools h3').allTextContents();
    expect(cards).toHaveLength(13);
    expect(cards[4]).toBe('Crisp photo');
    const links = page.locator('footer a[href="/crisp-photo"]');
    expect(await links.first().textContent()).toBe('Crisp Photo');
  });

  it('is offered as a related tool', async () => {
    await page.goto(`${host.url}image-sharpener`);
    expect(await page.locator('main h3').allTextContents()).toContain('Crisp photo');
  });

  it('runs its plan on the page', async () => {
    await page.goto(`${host.url}crisp-photo`);
    await page.getByRole('heading', { level: 1, name: 'Crisp photo' }).waitFor();
    const soft = paintedBy({ width: 64, height: 48 }, (x) => 96 + 64 / (1 + Math.exp((32 - x) / 3)));
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('soft.png', soft));
    await page.getByLabel('Crispness', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(file.suggestedFilename()).toBe('soft-crisp.png');
    const { data } = await pixelsIn(page, await contentOf(file));
    const spread = (pixels: ArrayLike<number>) => (pixels[4 * 40] ?? 0) - (pixels[4 * 24] ?? 0);
    expect(spread(data)).toBeGreaterThan(spread(soft.data));
  });
});
