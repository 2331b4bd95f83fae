import { expect, test } from 'vitest';
import { robotsTxt } from '../../../../cli/emit/sitemap.ts';
import { root, site } from './fixture.ts';

test('robots.txt allows everything and lists the index of sitemaps', () => {
  expect(robotsTxt({ site: root })).toEqual({
    path: 'robots.txt',
    content: 'User-agent: *\nAllow: /\n\nSitemap: https://lamp.example/sitemap-index.xml\n',
  });
});

test('robots.txt disallows paths below the base', () => {
  expect(robotsTxt({ site, disallow: ['/search', '/entwürfe/'] }).content).toBe(
    'User-agent: *\nDisallow: /sub/search\nDisallow: /sub/entw%C3%BCrfe/\n\nSitemap: https://lamp.example/sub/sitemap-index.xml\n',
  );
});
