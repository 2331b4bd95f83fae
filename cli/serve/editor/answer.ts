import { virtual } from '../../bundle/plugins.ts';
import { escapeHtml } from '../../lib/escape.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import { pathBelow } from '../http/request.ts';
import type { AnswerSource } from '../live/answer-source.ts';
import { noStore } from '../live/plan-answers.ts';
import type { Answer } from '../protocol.ts';
import { messageReport } from './message-report.ts';
import { pageReport } from './page-report.ts';

export type EditorRequest = {
  /** Path below `/@sitegen/`. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly plan: SitePlan;
  readonly source: AnswerSource;
};

/** Returns the answer to a request of an editor's page or of the bar in pages; null for an unknown name. */
export async function editorAnswer({ name, query, plan, source }: EditorRequest): Promise<Answer | null> {
  switch (name) {
    case 'page': {
      const path = pathBelow(query.get('path') ?? '', plan.site.base);
      const report = path === null || path === 'malformed' ? null : await pageReport(path, { plan, source });
      // Every page requests it, the not-found page too: a missing report is an answer, not an error on its console.
      return jsonAnswer(report, 200);
    }
    case 'messages/report': {
      const report = await messageReport(query.get('locale') ?? '', plan);
      return jsonAnswer(report, report === null ? 404 : 200);
    }
    case 'languages':
      return documentAnswer('Languages side by side', virtual.devLanguages, plan);
    case 'messages':
      return documentAnswer('Translation of messages', virtual.devMessages, plan);
    default:
      return null;
  }
}

const jsonAnswer = (value: unknown, status: 200 | 404): Answer => ({
  kind: 'text',
  status,
  type: 'application/json',
  body: JSON.stringify(value),
  headers: noStore,
});

/** Returns an empty document that a module of the development server fills. */
function documentAnswer(title: string, module: string, { site }: Pick<SitePlan, 'site'>): Answer {
  const locales = site.locales.map(({ code, name, language, dir }) => ({ code, name, language, dir }));
  const data = { base: site.base, defaultLocale: site.defaultLocale, locales };
  const body = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(`${title} · ${site.name}`)}</title>`,
    '</head>',
    `<body data-site="${escapeHtml(JSON.stringify(data))}">`,
    `<script type="module" src="${escapeHtml(`${site.base}/@id/${module}`)}"></script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { kind: 'text', status: 200, type: 'text/html; charset=utf-8', body, headers: noStore };
}
