import { expect, it } from 'vitest';
import { createSharedServer } from './shared-server.ts';

const { site, served } = createSharedServer();

it('an edit that is taken back before it is noticed shows in no page, also where one was requested meanwhile', async () => {
  const file = 'content/blog/third/en.md';
  const before = site().read(file);
  const shows = (text: string, isShown: boolean) =>
    served().until('/blog/third', (reply) => reply.text.includes(text) === isShown);
  site().write(file, `${before}\nNoticed.\n`);
  await shows('Noticed.', true);
  site().write(file, before);
  await shows('Noticed.', false);
  // Edits are applied in order: once this file is served, pages that were rendered before are cleared.
  site().write('site/public/noticed.txt', 'Noticed.');
  await served().until('/noticed.txt', ({ status }) => status === 200);
  // A file that is emptied is read some time later.
  site().write(file, '');
  await new Promise((resolve) => setTimeout(resolve, 50));
  site().write(file, `${before}\nFor a moment.\n`);
  expect((await served().get('/blog/third')).text).toContain('For a moment.');
  site().write(file, before);
  await shows('For a moment.', false);
});
