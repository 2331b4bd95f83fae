import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { siteOf, smallSite } from '../site.ts';
import { serve } from './served.ts';

it('a file that is empty while it is saved is read once it has its text', async () => {
  const site = siteOf(smallSite);
  const served = await serve(site);
  expect((await served.get('/about')).status).toBe(200);
  const routes = site.read('config/routes.yaml');
  const file = openSync(join(site.root, 'config/routes.yaml'), 'w');
  await pause(120);
  writeSync(file, routes.replace('page: About', 'page: Abuot'));
  closeSync(file);
  await served.until('/@sitegen/problems', ({ text }) => text.includes('CONFIG_NO_PAGE'));
  // The last good state is that before the save, not one without routes.
  expect((await served.get('/about')).status).toBe(200);
  expect(served.output()).not.toContain('CONFIG_NO_NOT_FOUND');
  await served.stop();
  site.close();
});
