import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import type { BundledPage } from '../bundle/manifest.ts';
import type {
  Diagnostic,
  EntryListProps,
  EntryProps,
  EntrySummary,
  HeadContext,
  Messages,
  PageHead,
  PageModule,
  PagePayload,
  SiteInfo,
} from '../contract.ts';
import type { WrittenLink } from '../incremental/record.ts';
import { escapeHtml } from '../lib/escape.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { IconData } from '../sources/icons.ts';
import type { ReadBody } from './body.ts';
import { renderDocument } from './document.ts';
import { pageHead } from './head.ts';
import type { JsonLdKind } from './head-input.ts';
import type { PageJob, RenderedPage, RenderScope } from './job.ts';
import { type ReactFailure, renderHtml } from './react.ts';
import { internalTarget, type TargetScope, targetsOf } from './targets.ts';

type Translate = HeadContext['t'];

/** What the server bundle of a site exports. */
export type ServerModule = {
  readonly site: SiteInfo;
  readonly createPageElement: (input: {
    readonly site: SiteInfo;
    readonly App: unknown;
    readonly module: PageModule;
    readonly payload: PagePayload;
    readonly messages: (key: string) => Messages[string] | undefined;
    readonly onRead: (key: string, probe: boolean) => void;
    readonly onHead: (head: PageHead) => void;
    readonly icon: (name: string) => IconData | undefined;
  }) => ReactNode;
  readonly serverTranslate: (input: {
    readonly site: SiteInfo;
    readonly payload: PagePayload;
    readonly messages: (key: string) => Messages[string] | undefined;
    readonly onRead: (key: string, probe: boolean) => void;
  }) => Translate;
  readonly App: unknown;
};

export type PageInput = {
  readonly job: PageJob;
  readonly scope: RenderScope;
  /** URL of the boot bundle. */
  readonly entry: string;
  /** URL of the module that reloads a document without other scripts after an edit; in development only. */
  readonly reloader?: string;
  readonly code: Pick<BundledPage, 'assets' | 'literals'>;
  readonly module: PageModule;
  readonly server: ServerModule;
  readonly body: ReadBody | null;
  /** Location in the sources that an error's stack names, if it names one. */
  readonly locate?: (stack: string) => Pick<Diagnostic, 'file' | 'line' | 'column'> | null;
};

/** Renders a page that `checkRoute` has not refused: its document, its payload, and the keys that it read. Pure but for the page's own code. */
export async function renderPage(input: PageInput): Promise<Result<RenderedPage>> {
  const { job, scope, server, body } = input;
  if (!input.module.Page) return fail([withoutComponent(job.route.page, scope.root)]);
  const { site } = scope;
  const hydrates = input.module.hydrate !== false;
  const props = body ? { ...job.props, body: { html: body.html }, toc: body.toc } : job.props;
  const payload = emptyPayload(input, props);

  const catalogue = scope.messages[job.route.locale] ?? {};
  const shown = new Set<string>();
  const missing = new Set<string>();
  const said: PageHead[] = [];
  const context = { site, payload, messages: (key: string) => catalogue[key] };
  const rendered = await renderHtml(() =>
    server.createPageElement({
      ...context,
      App: server.App,
      module: input.module,
      onRead: (key, probe) => {
        shown.add(key);
        if (!probe && catalogue[key] === undefined) missing.add(key);
      },
      onHead: (head) => said.push(head),
      icon: (name) => scope.icons[name],
    }),
  );
  if ('failures' in rendered) return fail(rendered.failures.map((failure) => crashed(failure, input)));

  const read = new Set<string>();
  const t = server.serverTranslate({ ...context, onRead: (key) => read.add(key) });
  const own = input.module.head?.({ route: payload.route, site, props, t });
  const head = pageHead(headInput(input, t, Object.assign({}, own, ...said) as PageHead));
  const full: PagePayload = { ...payload, head, messages: carried([...input.code.literals, ...shown], catalogue) };
  const locale = site.locales.find((one) => one.code === job.route.locale);
  const html = renderDocument({
    lang: locale?.language ?? job.route.locale,
    dir: locale?.dir ?? 'ltr',
    theme: site.theme,
    head,
    bootScript: scope.bootScript,
    assets: input.code.assets,
    entry: hydrates ? input.entry : null,
    app: rendered.html,
    data: body ? { ...full, props: { ...props, body: { html: null } } } : full,
    extraHead: hydrates || !input.reloader ? scope.extraHead : [...scope.extraHead, reloading(input.reloader)],
  });
  const literals = new Set(input.code.literals);
  const messages = [...new Set([...shown, ...read])].filter((key) => !literals.has(key)).sort();
  const scopeOfLinks = { path: job.route.path, site };
  const reads = {
    messages,
    links: body?.reads ?? [],
    missing: [...missing].sort(),
    hydrates,
    written: body ? writtenLinks(body, scopeOfLinks) : [],
    ...targetsOf(rendered.html, scopeOfLinks),
  };
  return ok({ html, payload: JSON.stringify(full), reads }, body?.warnings ?? []);
}

const reloading = (url: string): string => `<script type="module" src="${escapeHtml(url)}"></script>`;

function withoutComponent(page: string, root: string): Diagnostic {
  const base = page.startsWith('pages/') ? `site/${page}` : page;
  const file = [`${base}.tsx`, `${base}.jsx`].find((path) => existsSync(join(root, path)));
  return {
    code: 'PAGE_WITHOUT_COMPONENT',
    severity: 'error',
    message: `${page} exports no component \`Page\`.`,
    hint: 'Export it by this name: `export function Page() { … }`. A default export is not read.',
    ...(file === undefined ? {} : { file, line: 1, column: 1 }),
  };
}

/** The links of a text within the site, with their places. */
function writtenLinks({ links, linkPlaces }: ReadBody, scope: TargetScope): readonly WrittenLink[] {
  return links.flatMap((href, index): WrittenLink[] => {
    const target = internalTarget(href, scope);
    const [line, column] = linkPlaces[index] as readonly [number, number];
    return target === null ? [] : [[target, line, column]];
  });
}

function emptyPayload({ job, entry, code }: PageInput, props: PagePayload['props']): PagePayload {
  const { id, path, locale, params, alternates, status } = job.route;
  return {
    route: { id, path, locale, params, alternates },
    entry,
    assets: code.assets,
    ...(job.validate === null ? {} : { validate: job.validate }),
    head: { title: '', tags: [] },
    messages: {},
    props,
    status,
  };
}

/** The messages that go with a page: those that its code names and those that it read, in order of their keys. */
function carried(keys: readonly string[], catalogue: Messages): Messages {
  const messages: Record<string, Messages[string]> = {};
  for (const key of [...new Set(keys)].sort()) {
    const message = catalogue[key];
    if (message !== undefined) messages[key] = message;
  }
  return messages;
}

function headInput(input: PageInput, t: Translate, page: PageHead): Parameters<typeof pageHead>[0] {
  const { job, scope } = input;
  const { route, props } = job;
  const catalogue = scope.messages[route.locale] ?? {};
  const text = (name: string) => {
    const key = `${job.seo}.${name}`;
    return job.seo !== null && (catalogue[key] !== undefined || name === 'title') ? t(key, job.values) : '';
  };
  const { entry, entries, pagination, feeds } = props as Partial<EntryListProps> & { entry?: EntrySummary };
  const seo = entry
    ? { title: entry.title, description: entry.description, keywords: entry.tags.map((tag) => tag.tag).join(', ') }
    : { title: text('title'), description: text('description'), keywords: text('keywords') };
  return {
    site: scope.site,
    organization: scope.organization,
    route,
    seo: seo.title === '' ? { ...seo, title: scope.site.name } : seo,
    kind: job.jsonLd as JsonLdKind | null,
    ...(entry ? { entry, words: (props as unknown as EntryProps).words } : {}),
    ...(entries ? { entries } : {}),
    ...(pagination ? { pagination } : {}),
    ...(feeds ? { feeds } : {}),
    breadcrumbs: breadcrumbs(input, seo.title, t),
    ...(job.card ? { image: job.card } : {}),
    page,
  };
}

/** From the home page to this one; none for the home page itself. */
function breadcrumbs({ job, scope }: PageInput, title: string, t: Translate): { name: string; path: string }[] {
  if (job.parents.length === 0) return [];
  const parents = job.parents.map(({ path, seo }) => ({
    path,
    name: seo === null ? scope.site.name : t(`${seo}.title`),
  }));
  return [...parents, { path: job.route.path, name: title === '' ? scope.site.name : title }];
}

function crashed(failure: ReactFailure, { job, locate }: PageInput): Diagnostic {
  const { page, path, locale } = job.route;
  const components = failure.componentStack
    .split('\n')
    .map((line) => /^\s*at (\S+)/.exec(line)?.[1])
    .filter((name) => name !== undefined);
  return {
    code: 'PAGE_FAILED',
    severity: 'error',
    message: `${path} (${locale}): ${failure.message}`,
    hint: components.length > 0 ? `Thrown in ${components.slice(0, 8).join(' < ')}.` : `The page is ${page}.`,
    ...locate?.(failure.stack),
  };
}
