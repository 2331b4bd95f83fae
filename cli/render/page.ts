import type { BundledPage, BundleManifest } from '../bundle/manifest.ts';
import type { Diagnostic, Messages, PageHead, PageModule, PagePayload } from '../contract.ts';
import type { WrittenLink } from '../incremental/page-record.ts';
import { escapeHtml } from '../lib/escape.ts';
import { missingValue } from '../locales/missing.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { isMdx } from '../schema/files.ts';
import type { ReadBody } from './body.ts';
import { componentTags, fillParts, islandTags, type PartsInput, propProblems, textParts } from './components.ts';
import { renderDocument } from './document.ts';
import { pageFailure } from './failures.ts';
import { hasCopy, type PageJob, type RenderedPage, type RenderScope } from './job.ts';
import { mdxFailure } from './mdx-failure.ts';
import { headExportProblem, pageFile, pageHead } from './page-head.ts';
import { type ReactFailure, renderHtml } from './react.ts';
import type { Island, ServerModule } from './server-module.ts';
import { type TargetScope, targetResolver, targetsOf } from './targets.ts';
import { unknownIconProblems } from './unknown-icons.ts';

export type PageInput = {
  readonly job: PageJob;
  readonly scope: RenderScope;
  /** URL of the boot bundle. */
  readonly entry: string;
  /** URL of the module that reloads a document without other scripts after an edit; in development only. */
  readonly reloader?: string;
  readonly code: Pick<BundledPage, 'assets' | 'literals' | 'lazy'>;
  readonly bundle: Pick<BundleManifest, 'islands'>;
  readonly module: PageModule;
  readonly server: ServerModule;
  readonly body: ReadBody | null;
  /** Location in the sources that an error's stack names, if it names one. */
  readonly locate?: (stack: string) => Pick<Diagnostic, 'file' | 'line' | 'column'> | null;
};

/**
 * Renders the document and the payload of a page that `checkRoute` has not refused, and returns what they depend on.
 * Without side effects other than those of the page's code.
 */
export async function renderPage(input: PageInput): Promise<Result<RenderedPage>> {
  const { job, scope, server, body } = input;
  if (!input.module.Page) return fail([missingComponent(job.route.page, scope.root)]);
  const { site } = scope;
  const hydrates = input.module.hydrate !== false;
  const catalogue = scope.messages[job.route.locale] ?? {};
  const shownKeys = new Set<string>();
  const missing = new Set<string>();
  const unknownIcons = new Set<string>();
  const headUpdates: PageHead[] = [];
  /** Files of the lazy components that are rendered. */
  const lazyFiles = new Set<string>();
  const onLazy = (files: readonly string[]) => {
    for (const file of files) lazyFiles.add(file);
  };
  const onMissingValue = (key: string, name: string) => missing.add(missingValue(key, name));
  const context = { site, messages: (key: string) => catalogue[key], onMissingValue, onLazy };
  const readOptions = (keys: Set<string>) => ({
    onRead: (key: string, probe: boolean) => {
      keys.add(key);
      if (!probe && catalogue[key] === undefined) missing.add(key);
    },
    icon: (name: string) => {
      const icon = scope.icons[name];
      if (!icon) unknownIcons.add(name);
      return icon;
    },
  });
  /** Message keys that islands read: their document contains these messages. */
  const islandReadKeys = new Set<string>();
  const fill = (parts: Pick<PartsInput, 'html' | 'parts' | 'start' | 'end' | 'prefix'>, payload: PagePayload) =>
    fillParts({
      ...parts,
      islands: input.bundle,
      base: site.base,
      element: (component) =>
        server.createComponentElement({ ...context, payload, ...readOptions(islandReadKeys), ...component }),
    });

  const textComponents = textParts(body?.components ?? [], scope.components, server.components);
  const text = await fill(
    { html: body?.html ?? '', parts: textComponents, ...componentTags, prefix: 't' },
    emptyPayload(input, job.props),
  );
  if ('failures' in text) return fail(text.failures.map((failure) => failureProblem(failure, input)));
  const props = body ? { ...job.props, body: { html: text.html }, toc: body.toc } : job.props;
  const empty = emptyPayload(input, props);

  const pageIslands: Island[] = [];
  const rendered = await renderHtml(() => {
    pageIslands.length = 0;
    headUpdates.length = 0;
    return server.createPageElement({
      ...context,
      payload: empty,
      App: server.App,
      module: input.module,
      ...readOptions(shownKeys),
      onHead: (head) => headUpdates.push(head),
      ...(!hydrates && { onIsland: (island) => pageIslands.push(island) - 1 }),
    });
  });
  if ('failures' in rendered) return fail(rendered.failures.map((failure) => failureProblem(failure, input)));
  const parts = pageIslands.map(({ info, ...island }) => ({ ...info, ...island, takesChildren: true }));
  const problems = parts.flatMap((part) => propProblems(part, job.route.path));
  if (problems.length > 0) return fail(problems);
  const app = await fill({ html: rendered.html, parts, ...islandTags, prefix: 'p' }, empty);
  if ('failures' in app) return fail(app.failures.map((failure) => failureProblem(failure, input)));

  const islands = [...new Set([...text.islands, ...app.islands])];
  const code = [...text.code, ...app.code];
  const lazyCss = [...lazyFiles].sort().flatMap((file) => input.code.lazy[file] ?? []);
  const css = [...new Set([...empty.assets.css, ...code.flatMap(({ assets }) => assets.css), ...lazyCss])];
  const payload = { ...empty, assets: { ...empty.assets, css } };
  const headKeys = new Set<string>();
  const t = server.serverTranslate({ ...context, payload, onRead: readOptions(headKeys).onRead });
  const wrongExport = headExportProblem(input, input.module.head);
  if (wrongExport) return fail([wrongExport]);
  const moduleHead = input.module.head?.({ route: payload.route, site, props, t });
  const {
    head,
    targets,
    problems: headProblems,
  } = pageHead(input, t, moduleHead ? [moduleHead, ...headUpdates] : headUpdates);
  if (headProblems.some(({ severity }) => severity === 'error')) return fail(headProblems);
  const ofIslands = [...code.flatMap(({ literals }) => literals), ...islandReadKeys];
  const messages = messagesOf([...input.code.literals, ...shownKeys, ...ofIslands], catalogue);
  const full: PagePayload = { ...payload, head, messages };
  const locale = site.locales.find((one) => one.code === job.route.locale);
  const startsIslands = !hydrates && islands.length > 0 ? input.bundle.islands.entry : null;
  const html = renderDocument({
    lang: locale?.language ?? job.route.locale,
    dir: locale?.dir ?? 'ltr',
    theme: site.theme,
    head,
    bootScript: scope.bootScript,
    assets: payload.assets,
    entry: hydrates ? input.entry : startsIslands,
    modules: hydrates ? [payload.assets.chunk, ...payload.assets.imports] : [...text.modules, ...app.modules],
    app: app.html,
    data: documentPayload(full, { hydrates, body, ofIslands: messagesOf(ofIslands, catalogue) }),
    extraHead:
      hydrates || startsIslands || !input.reloader
        ? scope.extraHead
        : [...scope.extraHead, reloadScript(input.reloader)],
  });
  const literals = new Set(input.code.literals);
  const keys = [...new Set([...shownKeys, ...headKeys, ...ofIslands])].filter((key) => !literals.has(key)).sort();
  const targetScope = { path: job.route.path, site };
  const reads = {
    messages: keys,
    links: body?.reads ?? [],
    missing: [...missing].sort(),
    hydrates,
    islands,
    written: body ? writtenLinks(body, targetScope) : [],
    ...targetsOf(app.html, targetScope, targets),
  };
  const markdown = hasCopy(scope, job.route) ? await copyOf(app.html, head.title, input) : null;
  const iconProblems = unknownIconProblems(unknownIcons, job, scope.root);
  const warnings = [...(body?.warnings ?? []), ...headProblems, ...iconProblems];
  return ok({ html, payload: JSON.stringify(full), markdown, reads }, warnings);
}

/** Returns the page's Markdown copy. The converter is loaded on first use. */
async function copyOf(html: string, title: string, { job, scope }: PageInput): Promise<string> {
  const { markdownCopy } = await import('./markdown-copy.ts');
  return markdownCopy({ html, title, path: job.route.path, site: scope.site });
}

type DataInput = {
  readonly hydrates: boolean;
  readonly body: ReadBody | null;
  /** The messages of the islands. */
  readonly ofIslands: Messages;
};

/**
 * Returns the payload for the document: without the elements of its head and the HTML of its text, which it has already,
 * and without props if only islands hydrate.
 */
function documentPayload(payload: PagePayload, { hydrates, body, ofIslands }: DataInput): PagePayload {
  const data = { ...payload, head: { ...payload.head, tags: [] } };
  if (!hydrates) return { ...data, messages: ofIslands, props: {} };
  return body ? { ...data, props: { ...payload.props, body: { html: null } } } : data;
}

const reloadScript = (url: string): string => `<script type="module" src="${escapeHtml(url)}"></script>`;

function missingComponent(page: string, root: string): Diagnostic {
  const file = pageFile(page, root);
  return {
    code: 'PAGE_WITHOUT_COMPONENT',
    severity: 'error',
    message: `${page} exports no component \`Page\`.`,
    hint: 'Export it by this name: `export function Page() { … }`. A default export is not read.',
    ...(file === undefined ? {} : { file, line: 1, column: 1 }),
  };
}

/** Returns the links of a text within the site, with their positions. */
function writtenLinks({ links, linkPositions }: ReadBody, scope: TargetScope): readonly WrittenLink[] {
  const targetOf = targetResolver(scope);
  return links.flatMap((href, index): WrittenLink[] => {
    const target = targetOf(href);
    const [line, column] = linkPositions[index] as readonly [number, number];
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

/** Returns the messages of some keys, in order of the keys. */
function messagesOf(keys: readonly string[], catalogue: Messages): Messages {
  const messages: Record<string, Messages[string]> = {};
  for (const key of [...new Set(keys)].sort()) {
    const message = catalogue[key];
    if (message !== undefined) messages[key] = message;
  }
  return messages;
}

function failureProblem(failure: ReactFailure, { job, scope, locate }: PageInput): Diagnostic {
  const components = failure.componentStack
    .split('\n')
    .map((line) => /^\s*at (\S+)/.exec(line)?.[1])
    .filter((name) => name !== undefined);
  // What React itself throws has no source here, nor has code that a compiler of MDX adds.
  const file = pageFile(job.route.page, scope.root);
  const { message, ...location } =
    job.body && isMdx(job.body.file)
      ? mdxFailure(failure.message, job.body.file, scope.root)
      : { message: failure.message, ...(file !== undefined && { file }) };
  return { ...pageFailure(job.route, message, components), ...(locate?.(failure.stack) ?? location) };
}
