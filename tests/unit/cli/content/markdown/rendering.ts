import type { BodyContext } from '../../../../../cli/content/markdown/body.ts';
import { createRenderer } from '../../../../../cli/content/markdown/render.ts';

export const render = createRenderer();

export const context: BodyContext = {
  file: 'content/blog/grain/en.md',
  firstLine: 10,
  resolveLink: (url) =>
    url.startsWith('/missing')
      ? { problem: { code: 'TEST_LINK', message: `No page ${url}.`, hint: 'Link to a page that exists.' } }
      : { href: `/base${url}` },
  resolveImage: (url) =>
    url.startsWith('./missing')
      ? { problem: { code: 'TEST_IMAGE', message: `No file ${url}.` } }
      : { src: `/base/a/${url.replace('./', '')}`, width: 640, height: 480 },
};

/** Renders Markdown. Throws if it has errors. */
export function body(source: string, more: Partial<BodyContext> = {}) {
  const result = render(source, { ...context, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** Renders Markdown and returns only the HTML. */
export const html = (source: string) => body(source).html.trimEnd();

/** Code, line and column of all diagnostics of a Markdown text. */
export function problems(source: string) {
  const result = render(source, context);
  return (result.ok ? result.warnings : result.problems).map(({ code, line, column }) => [code, line, column]);
}

/** All ids of HTML, sorted. */
export const idsOf = (page: string): readonly string[] =>
  [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id).sort();
