import { expect, it } from 'vitest';
import { siteWithBundles, smallSite } from '../site.ts';

it.each([
  {
    what: 'a hook in a module',
    text: "import { useMessages } from '@safelight/sitegen/runtime';\nconst t = useMessages();\nexport const Page = () => t('a');\n",
    at: ':2',
    hint: 'Call hooks, such as `useMessages`, in a component or in another hook, not in the module itself.',
  },
  {
    what: 'a part of the browser in a module',
    text: '\nconst title = document.title;\nexport const Page = () => title;\n',
    at: ':2',
    hint: 'The build has no browser: use `document` in an effect or a handler, or mark the island `client:only`.',
  },
  {
    what: 'a value that React cannot show',
    text: 'export const Page = () => <h1>{{ a: 1 } as never}</h1>;\n',
    at: '',
    hint: 'Thrown in h1 < Page',
  },
])('$what is one error in all languages, with its location and what to do', async ({ text, at, hint }) => {
  const site = siteWithBundles(smallSite);
  site.write('site/pages/NotFound.tsx', text);
  const { problems } = await site.build();
  expect(problems.map(({ file, line }) => `${file}${line ? `:${line}` : ''}`)).toEqual([
    `site/pages/NotFound.tsx${at}`,
  ]);
  expect(problems[0]?.message).toContain('/404 (en), /de/404 (de): ');
  expect(problems[0]?.hint).toContain(hint);
  site.close();
});

it('an unknown message prefix of a title is an error at the setting that names it', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/routes.yaml', (text) => text.replace('seo: about.seo', 'seo: abuot.seo'));
  const { problems } = await site.build();
  expect(problems.map(({ code, file, line, hint }) => [code, `${file}:${line}`, hint])).toEqual([
    ['MESSAGE_MISSING', 'config/routes.yaml:3', 'Did you mean `about.seo.title`?'],
  ]);
  site.close();
});

it('a name that a module does not export is reported with its path in the site, also that of the shell', async () => {
  const site = siteWithBundles(smallSite);
  site.write('site/part.ts', 'export const here = 1;\n');
  site.write('site/pages/About.tsx', "import there from '../part.ts';\nexport const Page = () => there;\n");
  const found = async () =>
    (await site.build()).problems.map(({ file, line, message, hint }) => [`${file}:${line}`, message, hint]);
  expect(await found()).toEqual([
    [
      'site/pages/About.tsx:1',
      '"default" is not exported by "site/part.ts".',
      'Import one of its names in braces: `import { Name } from …`.',
    ],
  ]);
  site.write('site/pages/About.tsx', 'export const Page = () => null;\n');
  site.write('site/App.tsx', 'export default function App() {\n  return null;\n}\n');
  expect(await found()).toEqual([
    [
      'site/App.tsx:1',
      'site/App.tsx exports no component `App`.',
      'Export it by this name: `export function App({ children }) { … }`. A default export is not read.',
    ],
  ]);
  site.close();
});

it('what a plugin does to each text is reported three times, and an error that nothing awaits at the text or the plugin', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/site.yaml', (text) => `${text}plugins: [./plugins/all.mjs]\n`);
  const codesWith = async (part: string) => {
    site.write('plugins/all.mjs', `export default { name: 'all', ${part} };\n`);
    const { code, problems } = await site.build('--jobs', '1');
    expect(code).toBe(1);
    return problems.map((one) => `${one.code} ${one.file}`).sort();
  };
  const texts = ['first/en', 'second/en', 'third/en'].map((path) => `content/blog/${path}.md`);
  const ofTexts = (name: string) => ['PAGE_SKIPPED undefined', ...texts.map((path) => `${name} ${path}`)].sort();
  const endless = ['PAGE_SKIPPED undefined', ...Array(3).fill('PAGE_TIMEOUT plugins/all.mjs')];
  const stray = "Promise.reject(new Error('no'));";
  expect(await codesWith(`remarkPlugins: [() => () => { ${stray} }]`)).toEqual(ofTexts('PAGE_CRASHED'));
  expect(await codesWith(`head: () => { ${stray} return {}; }`)).toEqual(['STRAY_ERROR plugins/all.mjs']);
  site.edit('config/site.yaml', (text) => `${text}render: { timeoutSeconds: 1 }\n`);
  expect(await codesWith('remarkPlugins: [() => () => { for (;;); }]')).toEqual(endless);
  site.close();
});

it('a head that is none is an error of its page', async () => {
  const site = siteWithBundles(smallSite);
  const page = site.read('site/pages/About.tsx');
  for (const [head, message] of [
    ['{ title: "About" }', '`head` is no function.'],
    ['async () => ({ title: "About" })', '`head` returns a promise instead of a map of keys.'],
    ['() => "About"', '`head` returns "About" instead of a map of keys.'],
    ['() => ({ title: () => "About" })', '`title` of the head must be a text.'],
    ['() => ({ meta: { name: "robots" } })', '`meta` of the head must be a list.'],
  ]) {
    site.write('site/pages/About.tsx', `${page}export const head: any = ${head};\n`);
    expect((await site.build()).problems, head).toEqual([
      expect.objectContaining({ code: 'HEAD_INVALID', message: `/about: ${message}`, file: 'site/pages/About.tsx' }),
    ]);
  }
  // Once for all languages.
  site.write('site/pages/About.tsx', page);
  site.edit('site/pages/Home.tsx', (text) => `${text}export const head: any = () => 1;\n`);
  expect((await site.build()).problems.map(({ message }) => message)).toEqual([
    '/, /de: `head` returns 1 instead of a map of keys.',
  ]);
  site.close();
});

it('a message without a value is an error at the place that names it, once for all pages', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('locales/en/home.json', (text) =>
    text.replace('{', '{ "lamps": "{n, plural, one {# lamp} other {# lamps}}", "by": "by <b>{who}</b>",'),
  );
  site.edit('locales/de/home.json', (text) =>
    text.replace('{', '{ "lamps": "{n, plural, one {# Lampe} other {# Lampen}}", "by": "von <b>{who}</b>",'),
  );
  const page = (values: string) =>
    `import { useMessages } from '@safelight/sitegen/runtime';\nexport function Page() {\n  const t = useMessages();\n  return <h1>{t('home.lamps', ${values})}{t.rich('home.by', ${values}, {})}</h1>;\n}\n`;
  site.write('site/pages/NotFound.tsx', page('{ n: undefined }'));
  for (const options of [[], []]) {
    const { problems } = await site.build(...options);
    expect(problems.map(({ code, file, line, message }) => [code, `${file}:${line}`, message])).toEqual([
      [
        'MESSAGE_WITHOUT_VALUE',
        'site/pages/NotFound.tsx:4',
        '/404 and 1 more page: the message `home.by` gets no value for {who}.',
      ],
      [
        'MESSAGE_WITHOUT_VALUE',
        'site/pages/NotFound.tsx:4',
        '/404 and 1 more page: the message `home.lamps` gets no value for {n}.',
      ],
    ]);
  }
  site.write('site/pages/NotFound.tsx', page("{ n: 1, who: 'Ada' }"));
  expect((await site.build()).code).toBe(0);
  expect(site.read('dist/404.html')).toContain('1 lamp');
  site.close();
});
