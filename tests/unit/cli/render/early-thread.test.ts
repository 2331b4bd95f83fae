import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEarlyThread, type EarlyThread } from '../../../../cli/render/early-thread.ts';
import { type Site, siteOf, smallSite } from '../../../site.ts';

let site: Site;
let thread: EarlyThread;
beforeEach(() => {
  site = siteOf(smallSite);
  thread = createEarlyThread();
});
afterEach(() => {
  thread.close();
  site.close();
});

it('starts before the configuration is loaded, and no second time', () => {
  thread.prepare(site.root);
  const first = thread.current();
  thread.start(64);
  expect(first).not.toBeNull();
  expect(thread.current()).toBe(first);
});

it('waits for a configuration that limits its memory, or that is missing', () => {
  site.edit('config/site.yaml', (text) => `${text}\nrender: { memoryMb: 128 }\n`);
  thread.prepare(site.root);
  expect(thread.current()).toBeNull();
  site.remove('config/site.yaml');
  thread.prepare(site.root);
  expect(thread.current()).toBeNull();
  thread.start(128);
  expect(thread.current()?.worker.resourceLimits?.maxOldGenerationSizeMb).toBe(128);
});
