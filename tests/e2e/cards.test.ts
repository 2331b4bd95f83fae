import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { beforeAll, describe, expect, it } from 'vitest';
import { htmlFile } from '../../cli/lib/paths.ts';
import { openHost, out, root } from './real-site.ts';

/** Content of a meta element of a page's head. */
const meta = (html: string, name: string): string | undefined =>
  new RegExp(`<meta[^>]*(?:property|name)="${name}"[^>]*content="([^"]*)"`).exec(html)?.[1];

describe('Open Graph images', () => {
  let pages: { path: string; html: string }[] = [];
  beforeAll(async () => {
    const { paths } = await openHost();
    pages = paths
      .map((path) => ({
        path,
        html: readFileSync(join(root, out, htmlFile({ path, status: path.endsWith('/404') ? 404 : 200 })), 'utf8'),
      }))
      .filter(({ html }) => !/name="robots"[^>]*noindex/.test(html));
  }, 300_000);

  it('exist for each page and language, 1200 × 630 pixels and less than 100 kB', () => {
    expect(pages.length).toBeGreaterThan(60);
    for (const { path, html } of pages) {
      const url = new URL(meta(html, 'og:image') ?? 'none:');
      const file = readFileSync(join(root, out, url.pathname));
      expect(imageSize(file), path).toMatchObject({ width: 1200, height: 630, type: 'jpg' });
      expect(file.length, path).toBeLessThan(100_000);
      expect(meta(html, 'og:image:width'), path).toBe('1200');
      expect(meta(html, 'og:image:height'), path).toBe('630');
      expect(meta(html, 'og:image:alt'), path).not.toBe('');
      expect(meta(html, 'twitter:card'), path).toBe('summary_large_image');
      expect(meta(html, 'twitter:image'), path).toBe(url.href);
    }
  });

  it('differ by page and language', () => {
    const home = pages.filter(({ path }) => /^\/(?:[a-z]{2})?$/.test(path));
    expect(new Set(home.map(({ html }) => meta(html, 'og:image'))).size).toBe(15);
  });
});
