import { expect, it } from 'vitest';
import { targetResolver } from '../../../../cli/render/targets.ts';

const hrefs = [
  ['/', '/'],
  ['/de/blog', '/de/blog'],
  ['/de/blog/', '/de/blog'],
  ['/de/blog#top', '/de/blog'],
  ['/de/blog#first-part', '/de/blog#first-part'],
  ['/images/cover-1.png', '/images/cover-1.png'],
  ['/de/./blog/../about', '/de/about'],
  ['/de/a%20b', '/de/a b'],
  ['/de/blog?page=2#list', '/de/blog#list'],
  ['/page', null],
  ['/page/#TOP', null],
  ['/page#part', '#part'],
  ['#part', '#part'],
  ['other', '/other'],
  ['//elsewhere.example/de', null],
  ['mailto:a@b.example', null],
] as const;

it.each(hrefs)('resolves %s', (href, target) => {
  expect(targetResolver({ path: '/page', site: { url: 'https://small.example', base: '' } })(href)).toBe(target);
});

it('takes the base off, and leaves out what is not below it', () => {
  const targetOf = targetResolver({ path: '/page', site: { url: 'https://small.example', base: '/sub' } });
  const found = ['/sub', '/sub/de', '/sub/page#part', '/de', '/subject', 'https://small.example/sub/de'].map(targetOf);
  expect(found).toEqual(['/', '/de', '#part', null, null, '/de']);
});
