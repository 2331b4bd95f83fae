import { describe, expect, test } from 'vitest';
import { entry, route } from '../emit/fixture.ts';
import { headWith, input, link, meta, values } from './heads.ts';

describe('texts', () => {
  test('are those of the catalogue', () => {
    const head = headWith();
    expect(head.title).toBe('Ferramenta');
    expect(meta(head, 'description')).toEqual(['Faz algo.']);
    expect(meta(head, 'keywords')).toEqual(['luz, foto']);
    expect(meta(head, 'robots')).toEqual([]);
  });

  test('give way to what the page says', () => {
    const head = headWith({ page: { title: 'Own', description: 'Its own.', keywords: 'own' } });
    expect([head.title, meta(head, 'description'), meta(head, 'keywords')]).toEqual(['Own', ['Its own.'], ['own']]);
    expect([meta(head, 'og:title'), meta(head, 'twitter:description')]).toEqual([['Own'], ['Its own.']]);
  });

  test('leave no empty elements where there are none', () => {
    const head = headWith({ seo: { title: 'T', description: '', keywords: '' } });
    expect(head.tags.filter(([, attributes]) => attributes.content === '')).toEqual([]);
    expect(meta(head, 'og:description')).toEqual([]);
  });

  test('a later page of a list has its number, so that titles differ', () => {
    const pagination = { page: 2, pages: 3, total: 30, previous: '/pt/blog', next: '/pt/blog/page/3', links: [] };
    expect(headWith({ pagination }).title).toBe('Ferramenta (2)');
    expect(headWith({ pagination: { ...pagination, page: 1 } }).title).toBe('Ferramenta');
    expect(headWith({ pagination, page: { title: 'Own' } }).title).toBe('Own');
  });
});

describe('addresses', () => {
  test('canonical is the page itself, absolute, with base, encoded', () => {
    expect(link(headWith(), 'canonical')).toEqual(['https://lamp.example/sub/pt/tool']);
    expect(link(headWith({ route: route('/tag/côr') }), 'canonical')).toEqual([
      'https://lamp.example/sub/tag/c%C3%B4r',
    ]);
  });

  test('hreflang names every version, the bare language of a region, and the default', () => {
    const head = headWith();
    const links = head.tags.filter(([, a]) => a.hreflang !== undefined).map(([, a]) => [a.rel, a.hreflang, a.href]);
    expect(links).toEqual([
      ['alternate', 'en-US', 'https://lamp.example/sub/tool'],
      ['alternate', 'pt-BR', 'https://lamp.example/sub/pt/tool'],
      ['alternate', 'ar', 'https://lamp.example/sub/ar/tool'],
      ['alternate', 'en', 'https://lamp.example/sub/tool'],
      ['alternate', 'pt', 'https://lamp.example/sub/pt/tool'],
      ['alternate', 'x-default', 'https://lamp.example/sub/tool'],
    ]);
  });

  test('x-default is the first version where the default language has none', () => {
    const head = headWith({ route: { ...input.route, alternates: { ar: '/ar/tool', pt: '/pt/tool' } } });
    expect(values(head, { hreflang: 'x-default' }, 'href')).toEqual(['https://lamp.example/sub/pt/tool']);
  });

  test('a page that search engines may not list says so and stays out of hreflang', () => {
    for (const head of [headWith({ route: { ...input.route, index: false } }), headWith({ page: { noindex: true } })]) {
      expect(meta(head, 'robots')).toEqual(['noindex']);
      expect(link(head, 'alternate')).toEqual([]);
      expect(link(head, 'canonical')).toHaveLength(1);
    }
  });

  test('a not-found page has the name of the site in its title and claims no address', () => {
    const head = headWith({ route: route('/pt/404', { id: 'not-found', locale: 'pt', status: 404 }), kind: 'WebPage' });
    expect(head.title).toBe('Ferramenta | Lamp & Co');
    expect(meta(head, 'robots')).toEqual(['noindex']);
    expect(head.tags.filter(([tag]) => tag !== 'meta')).toEqual([]);
    expect(meta(head, 'og:url')).toEqual([]);
  });

  test('feeds and neighbours of a list', () => {
    const head = headWith({
      pagination: { page: 2, pages: 3, total: 30, previous: '/pt/blog', next: '/pt/blog/page/3', links: [] },
      feeds: [{ kind: 'rss', path: '/pt/blog/rss.xml', type: 'application/rss+xml', title: 'Diário' }],
    });
    expect([link(head, 'prev'), link(head, 'next')]).toEqual([['/sub/pt/blog'], ['/sub/pt/blog/page/3']]);
    expect(values(head, { type: 'application/rss+xml' }, 'href')).toEqual(['/sub/pt/blog/rss.xml']);
    expect(values(head, { type: 'application/rss+xml' }, 'title')).toEqual(['Diário – RSS']);
  });
});

describe('previews of shared links', () => {
  test('say type, address, site and languages', () => {
    const head = headWith();
    expect(meta(head, 'og:type')).toEqual(['website']);
    expect(meta(head, 'og:url')).toEqual(['https://lamp.example/sub/pt/tool']);
    expect(meta(head, 'og:site_name')).toEqual(['Lamp & Co']);
    expect(meta(head, 'og:locale')).toEqual(['pt_BR']);
    expect(meta(head, 'og:locale:alternate')).toEqual(['en_US', 'ar']);
    expect(meta(head, 'twitter:card')).toEqual(['summary']);
  });

  test("the page's picture comes before the entry's cover, that before the site's", () => {
    const image = { src: '/share.png', width: 1200, height: 630, alt: 'Lamp' };
    const cover = { src: '/sub/assets/c.webp', width: 800, height: 0 };
    const pictures = [
      headWith({ image, entry: entry('a', { cover }), page: { image: 'https://cdn.example/p.png' } }),
      headWith({ image, entry: entry('a', { cover }) }),
      headWith({ image, entry: entry('a', { cover: { ...cover, src: '/assets/c.svg' } }) }),
      headWith({ image }),
    ].map((head) =>
      ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'].map((name) => meta(head, name)[0]),
    );
    expect(pictures).toEqual([
      ['https://cdn.example/p.png', '1200', '630', 'Ferramenta'],
      ['https://lamp.example/sub/assets/c.webp', '800', undefined, 'About a'],
      ['https://lamp.example/sub/share.png', '1200', '630', 'Lamp'],
      ['https://lamp.example/sub/share.png', '1200', '630', 'Lamp'],
    ]);
    expect(meta(headWith({ image }), 'twitter:card')).toEqual(['summary_large_image']);
  });

  test('an entry is an article with its dates and tags', () => {
    const tags = [{ tag: 'Colour', slug: 'colour', path: null }];
    const head = headWith({ entry: entry('a', { tags, updated: '2026-04-01', author: 'Ana' }), kind: 'BlogPosting' });
    expect(meta(head, 'og:type')).toEqual(['article']);
    expect(meta(head, 'article:published_time')).toEqual(['2026-03-01']);
    expect(meta(head, 'article:modified_time')).toEqual(['2026-04-01']);
    expect(meta(head, 'article:tag')).toEqual(['Colour']);
    expect(meta(head, 'author')).toEqual(['Ana']);
  });
});
