import { resolveObjectURL } from 'node:buffer';
import { expect, it } from 'vitest';
import { shareUrl } from '../../../../../site/workspace/view/shared-url.ts';

/** Waits until promises that are resolved have called back. */
const settle = () => new Promise((done) => setTimeout(done));

it('gives all users of a blob one URL, until the last of them releases it', async () => {
  const blob = new Blob(['picture'], { type: 'image/jpeg' });
  const [first, second] = [shareUrl(blob), shareUrl(blob)];
  const url = await first.url;
  expect(await second.url).toBe(url);
  first.release();
  first.release();
  await settle();
  expect(await resolveObjectURL(url)?.text()).toBe('picture');
  second.release();
  await settle();
  expect(resolveObjectURL(url)).toBeUndefined();
  const next = shareUrl(blob);
  expect(await next.url).not.toBe(url);
  next.release();
});

it('gives other blobs URLs of their own, also with the same content', async () => {
  const uses = [shareUrl(new Blob(['a'])), shareUrl(new Blob(['a']))];
  const [first, second] = await Promise.all(uses.map(({ url }) => url));
  expect(first).not.toBe(second);
  for (const { release } of uses) release();
});

it('shows a PNG that is not valid as it is', async () => {
  const { url, release } = shareUrl(new Blob(['not a PNG'], { type: 'image/png' }));
  expect(await resolveObjectURL(await url)?.text()).toBe('not a PNG');
  release();
});
