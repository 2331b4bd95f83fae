import { describe, expect, test } from 'vitest';
import type { Head, HeadTag } from '../../../cli/contract.ts';
import { pageHead } from '../../../cli/render/head.ts';
import type { HeadInput } from '../../../cli/render/head-input.ts';
import { entry, hostile, root, route, site } from '../emit/fixture.ts';

const alternates = { en: '/tool', pt: '/pt/tool', ar: '/ar/tool' };
const input: HeadInput = {
  site,
  organization: { logo: '/logo.svg', sameAs: ['https://x.example/lamp'] },
  route: route('/pt/tool', { locale: 'pt', alternates }),
  seo: { title: 'Ferramenta', description: 'Faz algo.', keywords: 'luz, foto' },
  kind: null,
};

const made = (change: Partial<HeadInput> = {}): Head => pageHead({ ...input, ...change });

/** Values of an attribute, of the elements that have all of `where`. */
function values(head: Head, where: Record<string, string>, wanted: string): (string | undefined)[] {
  const fits = ([, attributes]: HeadTag) => Object.entries(where).every(([name, value]) => attributes[name] === value);
  return head.tags.filter(fits).map(([, attributes]) => attributes[wanted]);
}
const meta = (head: Head, name: string) => [
  ...values(head, { name }, 'content'),
  ...values(head, { property: name }, 'content'),
];
const link = (head: Head, rel: string) => values(head, { rel }, 'href');

function jsonLd(head: Head): Record<string, unknown>[] {
  const scripts = head.tags.filter(([tag]) => tag === 'script').map(([, , text]) => JSON.parse(text ?? ''));
  return scripts.flatMap((data) => data['@graph'] ?? [data]);
}
const node = (head: Head, type: string) => jsonLd(head).find((one) => one['@type'] === type);

describe('texts', () => {
  test('are those of the catalogue', () => {
    const head = made();
    expect(head.title).toBe('Ferramenta');
    expect(meta(head, 'description')).toEqual(['Faz algo.']);
    expect(meta(head, 'keywords')).toEqual(['luz, foto']);
    expect(meta(head, 'robots')).toEqual([]);
  });

  test('give way to what the page says', () => {
    const head = made({ page: { title: 'Own', description: 'Its own.', keywords: 'own' } });
    expect([head.title, meta(head, 'description'), meta(head, 'keywords')]).toEqual(['Own', ['Its own.'], ['own']]);
    expect([meta(head, 'og:title'), meta(head, 'twitter:description')]).toEqual([['Own'], ['Its own.']]);
  });

  test('leave no empty elements where there are none', () => {
    const head = made({ seo: { title: 'T', description: '', keywords: '' } });
    expect(head.tags.filter(([, attributes]) => attributes.content === '')).toEqual([]);
    expect(meta(head, 'og:description')).toEqual([]);
  });

  test('a later page of a list has its number, so that titles differ', () => {
    const pagination = { page: 2, pages: 3, total: 30, previous: '/pt/blog', next: '/pt/blog/page/3', links: [] };
    expect(made({ pagination }).title).toBe('Ferramenta (2)');
    expect(made({ pagination: { ...pagination, page: 1 } }).title).toBe('Ferramenta');
    expect(made({ pagination, page: { title: 'Own' } }).title).toBe('Own');
  });
});

describe('addresses', () => {
  test('canonical is the page itself, absolute, with base, encoded', () => {
    expect(link(made(), 'canonical')).toEqual(['https://lamp.example/sub/pt/tool']);
    expect(link(made({ route: route('/tag/côr') }), 'canonical')).toEqual(['https://lamp.example/sub/tag/c%C3%B4r']);
  });

  test('hreflang names every version, the bare language of a region, and the default', () => {
    const head = made();
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
    const head = made({ alternates: { ar: '/ar/tool', pt: '/pt/tool' } });
    expect(values(head, { hreflang: 'x-default' }, 'href')).toEqual(['https://lamp.example/sub/pt/tool']);
  });

  test('a page that search engines may not list says so and stays out of hreflang', () => {
    for (const head of [made({ route: { ...input.route, index: false } }), made({ page: { noindex: true } })]) {
      expect(meta(head, 'robots')).toEqual(['noindex']);
      expect(link(head, 'alternate')).toEqual([]);
      expect(link(head, 'canonical')).toHaveLength(1);
    }
  });

  test('a not-found page has the name of the site in its title and claims no address', () => {
    const head = made({ route: route('/pt/404', { id: 'not-found', locale: 'pt', status: 404 }), kind: 'WebPage' });
    expect(head.title).toBe('Ferramenta | Lamp & Co');
    expect(meta(head, 'robots')).toEqual(['noindex']);
    expect(head.tags.filter(([tag]) => tag !== 'meta')).toEqual([]);
    expect(meta(head, 'og:url')).toEqual([]);
  });

  test('feeds and neighbours of a list', () => {
    const head = made({
      pagination: { page: 2, pages: 3, total: 30, previous: '/pt/blog', next: '/pt/blog/page/3', links: [] },
      feeds: [{ kind: 'rss', path: '/pt/blog/rss.xml', type: 'application/rss+xml' }],
    });
    expect([link(head, 'prev'), link(head, 'next')]).toEqual([['/sub/pt/blog'], ['/sub/pt/blog/page/3']]);
    expect(values(head, { type: 'application/rss+xml' }, 'href')).toEqual(['/sub/pt/blog/rss.xml']);
    expect(values(head, { type: 'application/rss+xml' }, 'title')).toEqual(['Ferramenta (2) – RSS']);
  });
});

describe('previews of shared links', () => {
  test('say type, address, site and languages', () => {
    const head = made();
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
      made({ image, entry: entry('a', { cover }), page: { image: 'https://cdn.example/p.png' } }),
      made({ image, entry: entry('a', { cover }) }),
      made({ image, entry: entry('a', { cover: { ...cover, src: '/assets/c.svg' } }) }),
      made({ image }),
    ].map((head) =>
      ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'].map((name) => meta(head, name)[0]),
    );
    expect(pictures).toEqual([
      ['https://cdn.example/p.png', '1200', '630', 'Ferramenta'],
      ['https://lamp.example/sub/assets/c.webp', '800', undefined, 'About a'],
      ['https://lamp.example/sub/share.png', '1200', '630', 'Lamp'],
      ['https://lamp.example/sub/share.png', '1200', '630', 'Lamp'],
    ]);
    expect(meta(made({ image }), 'twitter:card')).toEqual(['summary_large_image']);
  });

  test('an entry is an article with its dates and tags', () => {
    const tags = [{ tag: 'Colour', slug: 'colour', path: null }];
    const head = made({ entry: entry('a', { tags, updated: '2026-04-01', author: 'Ana' }), kind: 'BlogPosting' });
    expect(meta(head, 'og:type')).toEqual(['article']);
    expect(meta(head, 'article:published_time')).toEqual(['2026-03-01']);
    expect(meta(head, 'article:modified_time')).toEqual(['2026-04-01']);
    expect(meta(head, 'article:tag')).toEqual(['Colour']);
    expect(meta(head, 'author')).toEqual(['Ana']);
  });
});

describe('structured data', () => {
  const organization = {
    '@type': 'Organization',
    '@id': 'https://lamp.example/sub/#organization',
    name: 'Lamp & Co',
    logo: { '@type': 'ImageObject', url: 'https://lamp.example/sub/logo.svg' },
  };

  test('a tool is a free web application, without ratings', () => {
    const app = node(made({ kind: 'WebApplication', applicationCategory: 'MultimediaApplication' }), 'WebApplication');
    expect(app).toMatchObject({
      name: 'Ferramenta',
      description: 'Faz algo.',
      url: 'https://lamp.example/sub/pt/tool',
      inLanguage: 'pt-BR',
      applicationCategory: 'MultimediaApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
      publisher: organization,
    });
    expect(app).not.toHaveProperty('aggregateRating');
    expect(app).not.toHaveProperty('review');
  });

  test('the home page tells of the site and who publishes it', () => {
    const head = made({ kind: 'WebSite', site: root });
    expect(node(head, 'WebSite')).toMatchObject({ '@id': 'https://lamp.example/#website', name: 'Lamp & Co' });
    expect(node(head, 'Organization')).toEqual({
      '@type': 'Organization',
      '@id': 'https://lamp.example/#organization',
      name: 'Lamp & Co',
      url: 'https://lamp.example/',
      logo: { '@type': 'ImageObject', url: 'https://lamp.example/logo.svg' },
      sameAs: ['https://x.example/lamp'],
    });
    expect(node(made({ kind: 'WebSite', organization: null }), 'Organization')).toBeUndefined();
  });

  test('an entry is a posting with author, dates, picture and length', () => {
    const cover = { src: '/assets/c.webp', width: 1200, height: 630 };
    const post = entry('a', { cover, author: 'Ana', updated: '2026-04-01' });
    expect(node(made({ kind: 'BlogPosting', entry: post, words: 800 }), 'BlogPosting')).toMatchObject({
      headline: 'About a',
      image: { '@type': 'ImageObject', url: 'https://lamp.example/sub/assets/c.webp', width: 1200, height: 630 },
      datePublished: '2026-03-01',
      dateModified: '2026-04-01',
      author: { '@type': 'Person', name: 'Ana' },
      publisher: organization,
      inLanguage: 'pt-BR',
      mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://lamp.example/sub/pt/tool' },
      wordCount: 800,
      timeRequired: 'PT4M',
    });
    expect(node(made({ kind: 'BlogPosting', entry: entry('b') }), 'BlogPosting')).toMatchObject({
      author: { '@type': 'Organization', name: 'Lamp & Co' },
      dateModified: '2026-03-01',
    });
  });

  test('lists name their entries', () => {
    const entries = [entry('a'), entry('b')];
    expect(node(made({ kind: 'Blog', entries }), 'Blog')).toMatchObject({
      blogPost: [{ headline: 'About a', url: 'https://lamp.example/sub/blog/a' }, { headline: 'About b' }],
    });
    expect(node(made({ kind: 'CollectionPage', entries }), 'CollectionPage')).toMatchObject({
      mainEntity: {
        itemListElement: [
          { position: 1, name: 'About a' },
          { position: 2, name: 'About b' },
        ],
      },
    });
  });

  test('breadcrumbs lead from the home page, once there are two', () => {
    const breadcrumbs = [
      { name: 'Início', path: '/pt' },
      { name: 'Ferramenta', path: '/pt/tool' },
    ];
    expect(node(made({ breadcrumbs }), 'BreadcrumbList')).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Início', item: 'https://lamp.example/sub/pt' },
        { '@type': 'ListItem', position: 2, name: 'Ferramenta', item: 'https://lamp.example/sub/pt/tool' },
      ],
    });
    expect(jsonLd(made({ breadcrumbs: breadcrumbs.slice(0, 1) }))).toEqual([]);
  });

  test('cannot end its script, and still says what it said', () => {
    const jsonLdOfPage = [{ '@context': 'https://schema.org', '@type': 'Thing', name: hostile }];
    const head = made({ seo: { ...input.seo, title: hostile }, kind: 'WebPage', page: { jsonLd: jsonLdOfPage } });
    for (const [, , text] of head.tags.filter(([tag]) => tag === 'script')) expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(node(head, 'WebPage')?.name).toBe(hostile);
    expect(node(head, 'Thing')?.name).toBe(hostile);
  });
});

test('the same input gives the same head', () => {
  expect(JSON.stringify(made({ kind: 'WebApplication' }))).toBe(JSON.stringify(made({ kind: 'WebApplication' })));
});
