import type { Message, PagePayload } from '../../../cli/contract.ts';

type Texts = { readonly [key: string]: Message };

const english: Texts = {
  'shell.home': 'Home',
  'shell.nav': 'Main',
  'home.title': 'Welcome',
  'post.note': [['plural', 'n', 0, { one: 'One', other: [['#'], ' ', ['tag', 'b', 'notes']] }]],
  'post.late': 'Late text',
  'tool.late': 'Late widget',
  'notFound.title': 'Nothing here',
};

/** Messages by locale, fallbacks included. */
export const messages: { readonly [locale: string]: Texts } = {
  en: english,
  de: { ...english, 'shell.home': 'Start', 'home.title': 'Willkommen', 'notFound.title': 'Nichts hier' },
  ar: { ...english, 'home.title': 'مرحبا' },
};

/** A page of the fixture, before it is rendered. */
export type Source = Pick<PagePayload, 'route' | 'props' | 'status'> & {
  readonly page: 'Home' | 'Post' | 'Tool' | 'Refused' | 'NotFound';
  readonly title: string;
  readonly validate?: string;
};

const locales = ['en', 'de', 'ar'];
const prefix = (locale: string) => (locale === 'en' ? '' : `/${locale}`);
const alternates = Object.fromEntries(locales.map((code) => [code, prefix(code) || '/']));
const route = (id: string, path: string, locale: string) => ({ id, path, locale, params: {}, alternates: {} });

const filler = Array.from({ length: 60 }, (_, i) => `<p>Line ${i} of the text.</p>`).join('');
const post = (slug: string, link: string): Source => ({
  page: 'Post',
  title: `Post ${slug}`,
  route: route('blog', `/post/${slug}`, 'en'),
  props: {
    title: `Post ${slug}`,
    body: {
      html: `<p id="first">Text of ${slug}. <a href="#end">To the end</a></p>${filler}<p id="end"><a href="${link}">On</a></p>`,
    },
  },
  status: 200,
});

export const sources: readonly Source[] = [
  ...locales.flatMap((locale): Source[] => [
    {
      page: 'Home',
      title: `Home ${locale}`,
      route: { ...route('home', prefix(locale) || '/', locale), alternates },
      props: {},
      status: 200,
    },
    {
      page: 'NotFound',
      title: `Not found ${locale}`,
      route: route('not-found', `${prefix(locale)}/404`, locale),
      props: { status: 404, message: '' },
      status: 404,
    },
  ]),
  post('a', '/sub/post/b'),
  post('b', '/sub/post/a#end'),
  post('ü', '/sub/'),
  { page: 'Tool', title: 'Tool | Fixture', route: route('tool', '/tool', 'en'), props: {}, status: 200 },
  {
    page: 'Refused',
    title: 'Refused',
    route: route('refused', '/refused', 'en'),
    props: {},
    status: 200,
    validate: 'check',
  },
];
