import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { redirectPages } from '../../../../cli/emit/redirects.ts';
import { root, site } from './fixture.ts';

const to = (target: string) => ({ redirect: { to: target, status: 301 } });
const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'doctype-style': 'off' } });

describe('redirect pages', () => {
  test('are written for each redirect from an exact path, at the path of a page', () => {
    const rules = {
      '/home': to('/'),
      '/old.html': to('/new'),
      '/gone/**': to('/'),
      '/plain': { headers: { A: 'b' } },
      '/bad': to('javascript:alert(1)'),
      '/worse': to('//evil.example'),
    };
    expect(redirectPages({ site, rules }).map(({ path }) => path)).toEqual(['home/index.html', 'old.html']);
  });

  test('refresh without a script, link to the target, and are not indexed', async () => {
    const [page] = redirectPages({ site, rules: { '/ar/x': to('/ar/é?a=1&b="2"') } });
    const url = 'https://lamp.example/sub/ar/%C3%A9?a=1&amp;b=%222%22';
    const html = page?.content ?? '';
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=/sub/ar/%C3%A9?a=1&amp;b=%222%22">');
    expect(html).toContain(`<link rel="canonical" href="${url}">`);
    expect(html).toContain(`<a href="/sub/ar/%C3%A9?a=1&amp;b=%222%22">${url}</a>`);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<title>Lamp &amp; Co</title>');
    expect(html).not.toContain('<script');
    expect((await validator.validateString(html)).results.flatMap(({ messages }) => messages)).toEqual([]);
  });

  test('can lead to other sites; outside of the prefixes they are in the default language', () => {
    const [page] = redirectPages({ site: root, rules: { '/arabic': to('https://other.example/x') } });
    expect(page?.content).toContain('<html lang="en-US" dir="ltr">');
    expect(page?.content).toContain('content="0; url=https://other.example/x"');
    expect(page?.content).toContain('<link rel="canonical" href="https://other.example/x">');
  });
});
