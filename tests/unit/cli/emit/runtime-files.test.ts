import { describe, expect, test } from 'vitest';
import { buildFiles, buildMeta, messagesFile } from '../../../../cli/emit/runtime-files.ts';
import { findPage } from '../../../../cli/runtime/build.ts';
import { normalizePath } from '../../../../cli/runtime/paths.ts';

const assets = (chunk: string) => ({ chunk, css: [], imports: [] });
const input = {
  id: 'b1',
  timestamp: 1_700_000_000_000,
  rules: {},
  pages: { 'templates/Post': assets('/assets/post.js'), 'pages/Home': assets('/assets/home.js') },
  prerendered: [
    { path: '/de', page: 'pages/Home', hash: 'bbbbbbbb22222222' },
    { path: '/blog/a', page: 'templates/Post', hash: 'cccccccc33333333' },
    { path: '/', page: 'pages/Home', hash: 'aaaaaaaa11111111' },
  ],
};

describe('the build manifest', () => {
  test('lists the page key and payload hash of each path', () => {
    const meta = buildMeta(input);
    expect(meta).toMatchObject({ id: 'b1', timestamp: 1_700_000_000_000 });
    expect(meta.prerendered).toEqual(['/', '/blog/a', '/de']);
    const listed = meta.prerendered.map((path, i) => ({
      path,
      page: meta.pageKeys[meta.pageOf[i] as number],
      hash: meta.hashes.slice(8 * i, 8 * i + 8),
    }));
    expect(listed).toEqual([
      { path: '/', page: 'pages/Home', hash: 'aaaaaaaa' },
      { path: '/blog/a', page: 'templates/Post', hash: 'cccccccc' },
      { path: '/de', page: 'pages/Home', hash: 'bbbbbbbb' },
    ]);
    expect(meta.pages).toEqual(input.pages);
  });

  test('does not depend on the order of pages, chunks and rules', () => {
    const rules = { '/b': { headers: { A: '1' } }, '/a/**': { headers: { A: '2' } }, '/**': { headers: { A: '3' } } };
    const backwards = <T>(map: Record<string, T>) => Object.fromEntries(Object.entries(map).reverse());
    const one = buildFiles(buildMeta({ ...input, rules }));
    const other = buildFiles(
      buildMeta({
        ...input,
        rules: backwards(rules),
        pages: backwards(input.pages),
        prerendered: input.prerendered.toReversed(),
      }),
    );
    expect(other).toEqual(one);
  });

  test('names the rules of paths with `#` and `?` as browsers decode these paths', () => {
    const redirect = { redirect: { to: '/target', status: 301 } };
    const meta = buildMeta({ ...input, rules: { '/C#': redirect, '/why?/*': redirect, '/50%': redirect } });
    for (const path of ['/C%23', '/why%3F/me', '/50%25'])
      expect(findPage(meta, normalizePath(path)), path).toEqual({ kind: 'redirect', to: '/target' });
  });

  test('is written before `latest.json`, which names it', () => {
    const meta = buildMeta(input);
    const [first, second] = buildFiles(meta);
    expect(first?.path).toBe('builds/meta/b1.json');
    expect(JSON.parse(first?.content ?? '')).toEqual(meta);
    expect(second).toEqual({ path: 'builds/latest.json', content: '{"id":"b1","timestamp":1700000000000}' });
  });

  test('rejects a payload hash of fewer than 8 digits', () => {
    expect(() => buildMeta({ ...input, prerendered: [{ path: '/x', page: 'p', hash: 'abc' }] })).toThrow('/x');
  });
});

const message = (key: string, from: string) => ({ key, message: `${key} in ${from}`, from });

test('messagesFile groups messages by the locale in which they are written, the own locale first', () => {
  const file = messagesFile('pt', [message('b', 'pt'), message('c', 'es'), message('d', 'en'), message('a', 'pt')]);
  expect(file.path).toBe('_i18n/pt/messages.json');
  expect(file.content).toBe('{"pt":{"a":"a in pt","b":"b in pt"},"en":{"d":"d in en"},"es":{"c":"c in es"}}');
});

test('messagesFile keeps compiled messages, and lists a locale without translations', () => {
  const plural = [['plural', 'n', 0, { one: 'one', other: [['#'], ' files'] }]] as const;
  const file = messagesFile('de', [{ key: 'files', message: plural, from: 'en' }]);
  expect(JSON.parse(file.content)).toEqual({ de: {}, en: { files: plural } });
});
