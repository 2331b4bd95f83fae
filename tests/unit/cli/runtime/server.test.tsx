import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Markup as MarkupData, Message, PageHead, PageModule } from '../../../../cli/contract.ts';
import { Markup, Rich, useHead, useMessages, useRoute } from '../../../../cli/runtime/index.ts';
import { createPageElement } from '../../../../cli/runtime/server.tsx';
import { payload, site } from './fixture.ts';

const messages: { readonly [key: string]: Message } = {
  'post.title': ['Hello ', ['arg', 'name']],
  'post.note': ['Read ', ['tag', 'b', 'this']],
};

function Post({ name, body }: { readonly name: string; readonly body: MarkupData }) {
  const t = useMessages();
  useHead({ title: t('post.title', { name }) });
  return (
    <article lang={useRoute().locale}>
      <h1>{t('post.title', { name })}</h1>
      <Rich message="post.note" tags={{ b: (children) => <strong>{children}</strong> }} />
      <p>{t('post.missing')}</p>
      <Markup of={body} as="section" className="body" />
    </article>
  );
}

function App({ children }: { readonly children: ReactNode }) {
  return <main>{children}</main>;
}

function render() {
  const read: string[] = [];
  const heads: PageHead[] = [];
  const element = createPageElement({
    site,
    App,
    module: { Page: Post } as unknown as PageModule,
    payload: { ...payload('/de/post', 'de'), props: { name: 'Ada', body: { html: '<p>Text</p>' } } },
    messages: (key) => messages[key],
    onRead: (key) => read.push(key),
    onHead: (head) => heads.push(head),
  });
  return { html: renderToString(element), read, heads };
}

test('a page is rendered inside the shell, with its messages and its body', () => {
  expect(render().html).toMatch(
    /^<main><article lang="de"><h1>Hello Ada<\/h1>Read <strong>this<\/strong><p>missing<\/p><section class="body" data-markup="[^"]+"><p>Text<\/p><\/section><\/article><\/main>$/,
  );
});

test('onRead receives the keys that a page reads, including keys without a message', () => {
  expect(new Set(render().read)).toEqual(new Set(['post.title', 'post.note', 'post.missing']));
});

test('onHead receives what components pass to useHead', () => {
  expect(render().heads).toEqual([{ title: 'Hello Ada' }]);
});

test('the same input renders the same bytes', () => {
  expect(render().html).toBe(render().html);
});

test('a hook outside of a page throws', () => {
  expect(() => renderToString(createElement(() => useRoute().path))).toThrow('outside of a sitegen page');
});
