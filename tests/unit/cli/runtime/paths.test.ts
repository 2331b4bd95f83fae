import { expect, test } from 'vitest';
import { payloadUrl } from '../../../../cli/runtime/loader.ts';
import { isScriptUrl, normalizePath, withBase } from '../../../../cli/runtime/paths.ts';
import { classifyTarget, pagePath } from '../../../../cli/runtime/router.ts';

const at = { href: 'https://example.org/sub/de/page?q=1#h', base: '/sub' };

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u001f javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'j\r\na\tvascript\n:alert(1)',
  'data:text/html,x',
  'DATA:text/html,x',
  'blob:https://example.org/0b5f',
  'vbscript:msgbox',
  '\tvb\nscript:msgbox',
])('Navigation to javascript:, data:, blob: and vbscript: is blocked: %j', (to) => {
  expect(classifyTarget(to, at).kind).toBe('blocked');
  expect(isScriptUrl(to)).toBe(true);
});

test.each([
  ['/page', 'internal', 'https://example.org/sub/page'],
  ['?a=1', 'internal', 'https://example.org/sub/de/page?a=1'],
  ['#x', 'internal', 'https://example.org/sub/de/page?q=1#x'],
  ['other', 'internal', 'https://example.org/sub/de/other'],
  ['javascript', 'internal', 'https://example.org/sub/de/javascript'],
  ['/javascript:alert(1)', 'internal', 'https://example.org/sub/javascript:alert(1)'],
  ['https://example.org/sub/a', 'internal', 'https://example.org/sub/a'],
  ['https://example.org/elsewhere', 'outside', 'https://example.org/elsewhere'],
  ['https://example.org/subway', 'outside', 'https://example.org/subway'],
  ['https://other.example/', 'external', 'https://other.example/'],
  ['http://example.org/sub/a', 'external', 'http://example.org/sub/a'],
  ['//other.example/a', 'external', 'https://other.example/a'],
  ['/\\other.example/a', 'external', 'https://other.example/a'],
  ['\\\\other.example/a', 'external', 'https://other.example/a'],
  ['/\n/other.example/a', 'internal', 'https://example.org/sub//other.example/a'],
  ['mailto:a@example.org', 'external', 'mailto:a@example.org'],
])('classifyTarget classifies %j as %s', (to, kind, href) => {
  const target = classifyTarget(to, at);
  expect(target.kind === 'blocked' ? 'blocked' : [target.kind, target.url.href]).toEqual([kind, href]);
});

test.each(['https://host/a', '//host/a', '/\\host/a', 'http:host', 'page', ''])(
  'Payload URL must not include hostname: %j',
  (path) => {
    expect(() => payloadUrl(path, '', '1')).toThrow('Payload URL must not include hostname');
  },
);

test.each([
  ['/', '/sub/_payload.json?abc'],
  ['/de', '/sub/de/_payload.json?abc'],
  ['/de/', '/sub/de/_payload.json?abc'],
  ['/de/a?x=1#h', '/sub/de/a/_payload.json?abc'],
  ['/tag/färbe', '/sub/tag/f%C3%A4rbe/_payload.json?abc'],
  ['/tag/f%C3%A4rbe', '/sub/tag/f%C3%A4rbe/_payload.json?abc'],
])('the payload of %s is %s', (path, url) => {
  expect(payloadUrl(path, '/sub', 'abc')).toBe(url);
});

test.each([
  ['/sub', '/'],
  ['/sub/', '/'],
  ['/sub/index.html', '/'],
  ['/sub/de/', '/de'],
  ['/sub/de/index.html', '/de'],
  ['/sub/f%C3%A4rbe', '/färbe'],
  ['/subway', null],
  ['/', null],
])('the page of %s is %s', (pathname, path) => {
  expect(pagePath(pathname, '/sub')).toBe(path);
});

test('without a base every path belongs to the site', () => {
  expect([pagePath('/', ''), pagePath('/de/', ''), withBase('/a', '')]).toEqual(['/', '/de', '/a']);
});

test('withBase returns anything but a path unchanged', () => {
  expect(['//host', 'https://host/', '#x', '?a', 'mailto:a@b'].map((to) => withBase(to, '/sub'))).toEqual([
    '//host',
    'https://host/',
    '#x',
    '?a',
    'mailto:a@b',
  ]);
});

test('normalizePath returns a path with invalid encoding undecoded', () => {
  expect(normalizePath('/50%/')).toBe('/50%');
});
