import { describe, expect, test } from 'vitest';
import { entry, hostile, root } from '../emit/fixture.ts';
import { headWith, input, jsonLd, node } from './heads.ts';

describe('structured data', () => {
  const organization = {
    '@type': 'Organization',
    '@id': 'https://lamp.example/sub/#organization',
    name: 'Lamp & Co',
    logo: { '@type': 'ImageObject', url: 'https://lamp.example/sub/logo.svg' },
  };

  test('a tool is a free web application, without ratings', () => {
    const app = node(
      headWith({ kind: 'WebApplication', applicationCategory: 'MultimediaApplication' }),
      'WebApplication',
    );
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
    const head = headWith({ kind: 'WebSite', site: root });
    expect(node(head, 'WebSite')).toMatchObject({ '@id': 'https://lamp.example/#website', name: 'Lamp & Co' });
    expect(node(head, 'Organization')).toEqual({
      '@type': 'Organization',
      '@id': 'https://lamp.example/#organization',
      name: 'Lamp & Co',
      url: 'https://lamp.example/',
      logo: { '@type': 'ImageObject', url: 'https://lamp.example/logo.svg' },
      sameAs: ['https://x.example/lamp'],
    });
    expect(node(headWith({ kind: 'WebSite', organization: null }), 'Organization')).toBeUndefined();
  });

  test('an entry is a posting with author, dates, picture and length', () => {
    const cover = { src: '/assets/c.webp', width: 1200, height: 630 };
    const post = entry('a', { cover, author: 'Ana', updated: '2026-04-01' });
    expect(node(headWith({ kind: 'BlogPosting', entry: post, words: 800 }), 'BlogPosting')).toMatchObject({
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
    expect(node(headWith({ kind: 'BlogPosting', entry: entry('b') }), 'BlogPosting')).toMatchObject({
      author: { '@type': 'Organization', name: 'Lamp & Co' },
      dateModified: '2026-03-01',
    });
  });

  test('lists name their entries', () => {
    const entries = [entry('a'), entry('b')];
    expect(node(headWith({ kind: 'Blog', entries }), 'Blog')).toMatchObject({
      blogPost: [{ headline: 'About a', url: 'https://lamp.example/sub/blog/a' }, { headline: 'About b' }],
    });
    expect(node(headWith({ kind: 'CollectionPage', entries }), 'CollectionPage')).toMatchObject({
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
    expect(node(headWith({ breadcrumbs }), 'BreadcrumbList')).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Início', item: 'https://lamp.example/sub/pt' },
        { '@type': 'ListItem', position: 2, name: 'Ferramenta', item: 'https://lamp.example/sub/pt/tool' },
      ],
    });
    expect(jsonLd(headWith({ breadcrumbs: breadcrumbs.slice(0, 1) }))).toEqual([]);
  });

  test('cannot end its script, and still says what it said', () => {
    const jsonLdOfPage = [{ '@context': 'https://schema.org', '@type': 'Thing', name: hostile }];
    const head = headWith({ seo: { ...input.seo, title: hostile }, kind: 'WebPage', page: { jsonLd: jsonLdOfPage } });
    for (const [, , text] of head.tags.filter(([tag]) => tag === 'script')) expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(node(head, 'WebPage')?.name).toBe(hostile);
    expect(node(head, 'Thing')?.name).toBe(hostile);
  });
});

test('the same input gives the same head', () => {
  expect(JSON.stringify(headWith({ kind: 'WebApplication' }))).toBe(
    JSON.stringify(headWith({ kind: 'WebApplication' })),
  );
});
