import { join } from 'node:path';
import type { Diagnostic, PagePayload } from '../../contract.ts';
import type { PageText } from '../../emit/llms.ts';
import { splitQuery, withQuery } from '../../lib/url.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import { pathBelow } from '../http/request.ts';
import type { Answer, Headers } from '../protocol.ts';
import type { AnswerSource } from './answer-source.ts';
import { errorDocument } from './error-document.ts';
import { noStore, type PageList, type PlanAnswers } from './plan-answers.ts';

const htmlType = 'text/html; charset=utf-8';

/** Paths below which the development server answers about the site itself. */
const editorPrefix = '/@sitegen/';

/**
 * Returns the answer to a GET request for a URL (path and query). If its page is removed while it is rendered, the
 * request is answered again from the current plan.
 */
export async function answerUrl(url: string, source: AnswerSource): Promise<Answer> {
  const [pathname = '/', query] = splitQuery(url);
  const served = source.current();
  if (!served) return errorAnswer(source.problems(), {}, '');
  const { answers, plan } = served;
  const requestPath = pathBelow(pathname, plan.site.base);
  if (requestPath === 'malformed') return plainAnswer(400, 'This URL is malformed.');
  if (requestPath === null) {
    if (pathname === '/' && plan.site.base !== '')
      return { kind: 'redirect', status: 302, to: `${plan.site.base}/`, headers: noStore };
    return notFoundAnswer(pathname, source, served.answers);
  }
  if (requestPath.startsWith(editorPrefix)) {
    const { editorAnswer } = await import('../editor/answer.ts');
    const name = requestPath.slice(editorPrefix.length);
    const answer = await editorAnswer({ name, query: new URLSearchParams(query), plan, source });
    if (answer) return answer;
  }
  const { byPath } = plan.table;
  const path = notFoundPageOf(requestPath, byPath) ?? requestPath;
  const headers = answers.rules.headers(path);
  const redirect = answers.rules.redirect(path);
  if (redirect)
    return {
      kind: 'redirect',
      status: redirect.status,
      to: withQuery(redirect.to, query),
      headers: { ...headers, ...noStore },
    };
  if (byPath.has(path)) return (await pageAnswer(path, source, headers)) ?? answerUrl(url, source);
  const payload = answers.payloadOf(path);
  if (payload !== null) return (await payloadAnswer(payload, source, headers)) ?? answerUrl(url, source);
  const copy = answers.copyOf(path);
  if (copy !== null) return (await copyAnswer(copy, source, headers)) ?? answerUrl(url, source);
  const list = answers.pageList(path);
  if (list) return listAnswer(list, source, headers);
  const file = answers.file(path);
  if (file !== null) return { kind: 'file', file: join(plan.tree.root, file), headers };
  const picture = await answers.picture(path);
  if (picture)
    return picture.ok
      ? { kind: 'file', file: picture.value, headers }
      : errorAnswer(picture.problems, headers, plan.site.base);
  const indexFile = answers.indexFile(path);
  if (indexFile !== null) return { kind: 'file', file: indexFile, headers };
  const generated = await answers.generated(path, source.bundle());
  if (generated) return textAnswer(generated.type, generated.body, headers);
  if (isCodePath(path) || (await isBundled(path, source))) return { kind: 'code' };
  return notFoundAnswer(path, source, answers);
}

/** Returns whether a path is that of a module, style or asset in the folders of the site's code, which the module server answers. */
const isCodePath = (path: string): boolean => /^\/(?:(?:site|templates)\/.*\.\w+|content\/.*\.mdx)$/.test(path);

/** Returns whether a path is that of a file outside of these folders that the site's code imports. */
async function isBundled(path: string, { current, nextBundle }: AnswerSource): Promise<boolean> {
  const root = current()?.plan.tree.root;
  if (root === undefined || !/\.\w+$/.test(path)) return false;
  const file = join(root, path);
  return (await nextBundle())?.inputs.some((input) => input.kind === 'file' && input.path === file) ?? false;
}

async function pageAnswer(path: string, source: AnswerSource, headers: Headers): Promise<Answer | null> {
  const page = await source.page(path);
  if (page === null) return null;
  const base = source.current()?.plan.site.base ?? '';
  if (!page.ok) return errorAnswer(page.problems, headers, base);
  const status = page.value.status ?? source.current()?.plan.table.byPath.get(path)?.status ?? 200;
  return {
    kind: 'text',
    status,
    type: htmlType,
    body: page.value.html,
    headers: { ...headers, 'Cache-Control': 'no-cache' },
  };
}

async function payloadAnswer(path: string, source: AnswerSource, headers: Headers): Promise<Answer | null> {
  const page = await source.page(path);
  if (page === null) return null;
  const body = page.ok ? page.value.payload : JSON.stringify({ problems: page.problems });
  // Forbid storing: the runtime fetches payloads with `force-cache`, so it would reuse a stored one at any age.
  return {
    kind: 'text',
    status: page.ok ? (page.value.status ?? 200) : 500,
    type: 'application/json',
    body,
    headers: { ...headers, ...noStore },
  };
}

async function copyAnswer(path: string, source: AnswerSource, headers: Headers): Promise<Answer | null> {
  const page = await source.page(path);
  if (page === null) return null;
  if (!page.ok) return errorAnswer(page.problems, headers, source.current()?.plan.site.base ?? '');
  return textAnswer('text/markdown; charset=utf-8', page.value.markdown ?? '', headers);
}

/** Renders all pages that a list names. Pages with errors are left out. */
async function listAnswer({ pages, write }: PageList, source: AnswerSource, headers: Headers): Promise<Answer> {
  const texts = new Map<string, PageText>();
  for (const path of pages) {
    const page = await source.page(path);
    if (!page?.ok || page.value.markdown === null) continue;
    const { head } = JSON.parse(page.value.payload) as PagePayload;
    texts.set(path, { head, markdown: page.value.markdown });
  }
  return textAnswer(
    'text/plain; charset=utf-8',
    write((path) => texts.get(path) ?? null),
    headers,
  );
}

const textAnswer = (type: string, body: string, headers: Headers): Answer => ({
  kind: 'text',
  status: 200,
  type,
  body,
  headers: { ...headers, 'Cache-Control': 'no-cache' },
});

async function notFoundAnswer(path: string, source: AnswerSource, answers: PlanAnswers): Promise<Answer> {
  const page = answers.notFoundFor(path);
  if (page === null) return plainAnswer(404, 'There is no page at this URL.');
  return (
    (await pageAnswer(page, source, answers.rules.headers(page))) ?? plainAnswer(404, 'There is no page at this URL.')
  );
}

const plainAnswer = (status: number, body: string): Answer => ({
  kind: 'text',
  status,
  type: 'text/plain; charset=utf-8',
  body: `${body}\n`,
  headers: noStore,
});

function errorAnswer(problems: readonly Diagnostic[], headers: Headers, base: string): Answer {
  return {
    kind: 'text',
    status: 500,
    type: htmlType,
    body: errorDocument(problems, base),
    headers: { ...headers, ...noStore },
  };
}

/**
 * Returns the path of the not-found page whose output file is requested: `/de/404` for `/de/404.html`. Returns null for
 * any other path, and for a post with the slug `404`.
 */
function notFoundPageOf(path: string, byPath: SitePlan['table']['byPath']): string | null {
  if (!path.endsWith('/404.html')) return null;
  const page = path.slice(0, -'.html'.length);
  return byPath.get(page)?.status === 404 ? page : null;
}
