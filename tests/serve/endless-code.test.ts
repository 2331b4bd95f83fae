import { expect, it } from 'vitest';
import { childrenOf, isRunning } from '../processes.ts';
import { siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { serve } from './served.ts';

it.concurrent('a loader in an endless loop is reported with its module', { timeout: 120_000 }, async () => {
  const site = siteOf(sampleSite);
  site.write('loaders/makers.mjs', 'export default { load() { for (;;); } };\n');
  const makers = "makers: { load: ./loaders/makers.mjs, path: '/makers/{id}', template: Post }";
  site.edit('config/content.yaml', (text) => text.replace('collections:\n', `collections:\n  ${makers}\n`));
  const served = await serve(site);
  const { status, text } = await served.get('/');
  const message = 'The loader ./loaders/makers.mjs returned nothing within 60 s: loaders/makers.mjs:1:';
  expect([status, text, served.output()]).toEqual([
    503,
    expect.stringContaining(message),
    expect.stringContaining(message),
  ]);
  site.write('loaders/makers.mjs', 'export default { load: () => [] };\n');
  await served.until('/', (reply) => reply.status === 200);
  await served.stop();
  site.close();
});

it('serves pages once a Vite plugin in an endless loop is corrected', async () => {
  const site = siteOf(sampleSite);
  const pluginWith = (transform: string) =>
    `import { writeSync } from 'node:fs';\nexport default { name: 'loop', vite: () => [{ name: 'endless', ${transform} }] };\n`;
  site.write('plugins/loop.mjs', pluginWith("transform() { writeSync(2, 'loops\\n'); for (;;); }"));
  site.edit('config/site.yaml', (text) => `${text}plugins: [./plugins/loop.mjs]\n`);
  const served = await serve(site);
  await expect.poll(() => served.output(), { timeout: 10_000 }).toContain('loops');
  site.write('plugins/loop.mjs', pluginWith('transform() {}'));
  expect((await served.get('/about')).status).toBe(200);
  await served.stop();
  site.close();
});

it.runIf(process.platform === 'linux')('ends its bundler too where a Vite plugin is in an endless loop', async () => {
  const site = siteOf(sampleSite);
  const loop = "transform() { writeSync(2, 'loops\\n'); for (;;); }";
  site.write(
    'plugins/loop.mjs',
    `import { writeSync } from 'node:fs';\nexport default { name: 'loop', vite: () => [{ name: 'endless', ${loop} }] };\n`,
  );
  site.edit('config/site.yaml', (text) => `${text}plugins: [./plugins/loop.mjs]\n`);
  const served = await serve(site);
  await expect.poll(() => served.output(), { timeout: 10_000 }).toContain('loops');
  const bundler = childrenOf(served.process.pid as number);
  expect(bundler).toHaveLength(1);
  await served.stop('SIGTERM');
  await expect.poll(() => bundler.filter(isRunning)).toEqual([]);
  site.close();
});
