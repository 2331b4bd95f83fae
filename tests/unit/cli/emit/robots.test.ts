import { expect, test } from 'vitest';
import { robotsTxt } from '../../../../cli/emit/robots.ts';
import { root, site } from './fixture.ts';

test('lets all in and names the index of sitemaps', () => {
  expect(robotsTxt({ site: root })).toEqual({
    path: 'robots.txt',
    content: 'User-agent: *\nAllow: /\n\nSitemap: https://lamp.example/sitemap-index.xml\n',
  });
});

test('closes paths below the base', () => {
  expect(robotsTxt({ site, disallow: ['/search', '/entwürfe/'] }).content).toBe(
    'User-agent: *\nDisallow: /sub/search\nDisallow: /sub/entw%C3%BCrfe/\n\nSitemap: https://lamp.example/sub/sitemap-index.xml\n',
  );
});

test('keeps crawlers out of a preview', () => {
  expect(robotsTxt({ site, crawl: false, disallow: ['/x'] }).content).toBe('User-agent: *\nDisallow: /\n');
});
