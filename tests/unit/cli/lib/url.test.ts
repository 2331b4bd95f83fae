import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml, escapeXml, jsonForScript } from '../../../../cli/lib/escape.ts';
import { absoluteAsset, absoluteUrl, encodePath, isRedirectTarget, urlPath } from '../../../../cli/lib/url.ts';

const site = { url: 'https://a.example', base: '/sub' };

describe('URLs', () => {
  test('are encoded as the URL parser encodes the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const path = `/${text.replace(/[./\\?#%\s]/g, '')}`;
        expect(decodeURIComponent(encodePath(path))).toBe(path);
        expect(encodePath(path)).toMatch(/^[!-~]+$/);
        expect(encodePath(encodePath(path))).toBe(encodePath(path));
      }),
    );
  });

  test('keep encoded characters, queries and fragments; lone surrogates become U+FFFD', () => {
    expect(encodePath('/%C3%A9/100%?q=é&a[]=1#ü')).toBe('/%C3%A9/100%25?q=%C3%A9&a%5B%5D=1#%C3%BC');
    expect(encodePath('/x\uD83D')).toBe('/x%EF%BF%BD');
  });

  test('are below the base', () => {
    expect(urlPath('', '/')).toBe('/');
    expect(urlPath('/sub', '/de/a b')).toBe('/sub/de/a%20b');
    expect(absoluteUrl(site, '/')).toBe('https://a.example/sub/');
    expect(absoluteUrl(site, 'HTTPS://b.example/é')).toBe('HTTPS://b.example/é');
    expect(absoluteAsset(site, '/sub/x.png')).toBe('https://a.example/sub/x.png');
    expect(absoluteAsset(site, '/x.png')).toBe('https://a.example/sub/x.png');
    expect(absoluteAsset({ ...site, base: '' }, '/x.png')).toBe('https://a.example/x.png');
  });

  test('a redirect target is a path or an http(s) URL', () => {
    expect(['/', '/a/b?c', 'https://b.example', 'http://b.example/x'].filter(isRedirectTarget)).toHaveLength(4);
    expect(['//b.example', '/\\b.example', 'javascript:1', 'data:,x', 'a/b', ''].filter(isRedirectTarget)).toEqual([]);
  });
});

describe('escaping', () => {
  test('HTML and XML', () => {
    expect(escapeHtml(`<a href="x">&'`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;'");
    expect(escapeXml(`<a href="x">&'\t\n]]>😀`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&apos;\t\n]]&gt;😀');
    expect(escapeXml('\u0000\u000B\uFFFE\uD800')).toBe('\uFFFD'.repeat(4));
    expect(escapeHtml('plain')).toBe('plain');
  });

  test('JSON in a script parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = jsonForScript(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(/[<\u2028\u2029]/);
      }),
    );
    expect(jsonForScript('</script>\u2028\u2029')).toBe('"\\u003c/script>\\u2028\\u2029"');
  });
});
