import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFile, notFoundFile, safePath } from '../../../../../cli/serve/built/lookup.ts';

let folder: string;
beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'lookup-'));
  folder = join(root, 'dist');
  for (const path of ['index.html', 'about/index.html', 'page.html', '404.html', 'de/404.html', 'a.js']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  mkdirSync(join(root, 'dist-secret'));
  writeFileSync(join(root, 'dist-secret/key.txt'), 'secret');
  symlinkSync('../dist-secret', join(folder, 'out'));
  symlinkSync('about', join(folder, 'inside'));
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

describe('safePath', () => {
  it('decodes what leads down', () => {
    expect(safePath('/%C3%BCber/a%20b')).toEqual({ path: '/über/a b' });
    expect(safePath('/.well-known/security.txt')).toEqual({ path: '/.well-known/security.txt' });
  });

  it.each([
    '/..',
    '/a/../b',
    '/%2e%2e/a',
    '/a/%2e',
    '/a%00',
    '/a%5cb',
    '//a',
    '/.git/x',
    '/%2e%2e%2fa',
    '/_headers',
    'a',
  ])('forbids %s', (path) => {
    expect(safePath(path)).toBe('forbidden');
  });

  it('tells malformed escapes apart', () => {
    expect(safePath('/%E0%A4%A')).toBe('malformed');
  });

  it('lets through nothing that climbs, whatever is sent', () => {
    const part = fc.constantFrom('..', '.', '%2e', '%2E%2e', '/', '%2f', '\\', '%5c', 'a', '%00', '%25', '//');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const safe = safePath(`/${parts.join('')}`);
        if (typeof safe === 'string') return;
        expect(join('/base', safe.path).startsWith('/base')).toBe(true);
        expect(safe.path).not.toMatch(/\0|\\/);
      }),
    );
  });
});

describe('findFile', () => {
  it('finds a file, the index of a folder, and a page without its ending', () => {
    const foundPath = (path: string) => findFile(folder, path)?.slice(folder.length);
    expect(foundPath('/a.js')).toBe('/a.js');
    expect(foundPath('/')).toBe('/index.html');
    expect(foundPath('/about')).toBe('/about/index.html');
    expect(foundPath('/about/')).toBe('/about/index.html');
    expect(foundPath('/page')).toBe('/page.html');
    expect(foundPath('/inside')).toBe('/inside/index.html');
    expect(foundPath('/nothing')).toBeUndefined();
    expect(foundPath('/a.js/')).toBeUndefined();
  });

  it('follows no link into a folder whose name begins the same', () => {
    expect(findFile(folder, '/out/key.txt')).toBeNull();
  });
});

describe('notFoundFile', () => {
  it('takes the page nearest above', () => {
    expect(notFoundFile(folder, '/de/a/b')).toBe(join(folder, 'de/404.html'));
    expect(notFoundFile(folder, '/de')).toBe(join(folder, '404.html'));
    expect(notFoundFile(folder, '/fr/a')).toBe(join(folder, '404.html'));
  });
});
