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

/** What Markdown becomes; throws where it has errors. */
export function body(source: string, more: Partial<BodyContext> = {}) {
  const result = render(source, { ...context, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** The HTML alone. */
export const html = (source: string) => body(source).html.trimEnd();

/** Code, line and column of all that is said of Markdown. */
export function problems(source: string) {
  const result = render(source, context);
  return (result.ok ? result.warnings : result.problems).map(({ code, line, column }) => [code, line, column]);
}
