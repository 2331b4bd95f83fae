import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bundle } from '../../bundle/bundle.ts';
import { serverLocation } from '../../bundle/locations.ts';
import { devReloaderUrl } from '../../bundle/plugins.ts';
import { checkLinks } from '../../check/links.ts';
import { checkMessages } from '../../check/messages.ts';
import { imageKey } from '../../content/links.ts';
import { routePictures } from '../../content/media.ts';
import { withSimilarImage } from '../../content/missing-images.ts';
import type { Diagnostic, PageModule, RefusedPage } from '../../contract.ts';
import { unreadableWarning } from '../../pictures/problems.ts';
import { type BodyOptions, bodyOptions, readBody } from '../../render/body.ts';
import { checkRoute } from '../../render/check.ts';
import { pageFailure, withCycleHint } from '../../render/failures.ts';
import type { PageJob, PageReads, RenderScope } from '../../render/job.ts';
import { entryOf, type JobPlan, markdownFileOf, type PropsPlan, pageJob, propsSource } from '../../render/jobs.ts';
import { renderPage } from '../../render/page.ts';
import { withPlugins } from '../../render/plugins.ts';
import type { ServerModule } from '../../render/server-module.ts';
import { fail, ok, type Result } from '../../report/result.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import type { PlannedRoute } from '../../routes/types.ts';

/** The HTML document and the payload of a page. */
export type ServedPage = {
  readonly html: string;
  readonly payload: string;
  /** Its Markdown copy; null where it has none. */
  readonly markdown: string | null;
  readonly reads: PageReads;
  /** HTTP status if the page's validity check failed; the document is then the not-found page. */
  readonly status?: number;
};

/** The parts of a plan that a page is rendered from and checked against. */
export type PagePlan = PropsPlan & JobPlan & Pick<SitePlan, 'tree'>;

export type RenderInput = {
  readonly plan: PagePlan;
  readonly scope: RenderScope;
  readonly bundle: Bundle;
  /** `hasFile`: whether a path is a file of the output, as answers of the plan say. */
  readonly answers: { readonly hasFile: (path: string) => boolean };
  /** Called if the page has a text that was edited after the plan. */
  readonly onOtherBytes: () => void;
};

/**
 * Renders one page with the renderer of builds. Exceptions of its code become problems. If the route's validity check
 * fails, the result is the not-found page with the check's status and message.
 */
export async function renderRoute(
  route: PlannedRoute,
  input: RenderInput,
  refusal?: Refusal,
): Promise<Result<ServedPage>> {
  const { plan, bundle } = input;
  const { manifest, folder } = bundle;
  const page = manifest.pages[route.page];
  if (!page) return fail([missingCodeProblem(route)]);
  try {
    const scoped = await withPlugins(input.scope);
    if (!scoped.ok) return scoped;
    const scope = scoped.value;
    const job = refusedJob(pageJob(plan, route, propsSource(plan)), refusal);
    const { onOtherBytes } = input;
    const body = job.body ? readBody(job.body, { ...(await cachedBodyOptions(input.scope)), onOtherBytes }) : null;
    if (body && !body.ok) return fail(body.problems.map((one) => withSimilarImage(one, plan.media)));
    const load = <T>(file: string) => import(pathToFileURL(join(folder, file)).href) as Promise<T>;
    const [module, server] = [await load<PageModule>(page.server), await load<ServerModule>(manifest.server)];
    const timeout = renderTimeout(route, plan.config.site.render.timeoutSeconds);
    const checked = await Promise.race([checkRoute({ job, scope, module }), timeout]);
    if (!checked.ok) return checked;
    if (checked.value)
      return await renderRefused({ ...checked.value, path: route.path, locale: route.locale }, input, checked.warnings);
    const rendering = renderPage({
      job,
      scope,
      entry: manifest.entry,
      reloader: plan.site.base + devReloaderUrl,
      code: page,
      bundle: manifest,
      module,
      server,
      body: body?.value ?? null,
      locate: (stack) => serverLocation(stack, { root: scope.root, folder }),
    });
    const rendered = await Promise.race([rendering, timeout]);
    if (!rendered.ok) return fail(rendered.problems.map((one) => withCycleHint(one, manifest.cycles)));
    return ok(rendered.value, [
      ...scoped.warnings,
      ...rendered.warnings,
      ...buildErrors(route, rendered.value.reads, input),
      ...pictureWarnings(route, rendered.value.reads, plan),
    ]);
  } catch (error) {
    return fail([withCycleHint(pageErrorProblem(error, route, input), manifest.cycles)]);
  }
}

/**
 * Returns the errors in links and messages for which a build would fail. They do not prevent the page from being shown.
 */
function buildErrors(
  route: PlannedRoute,
  reads: PageReads,
  { plan, answers, bundle }: RenderInput,
): readonly Diagnostic[] {
  const pages = [{ ...reads, path: route.path }];
  const sourceFile = (path: string) => markdownFileOf(plan, path);
  const hasFile = (path: string) => answers.hasFile(path) || isImported(join(plan.tree.root, path), bundle);
  return [
    ...checkMessages({ ...plan, pages }),
    ...checkLinks({ ...plan, pages, correct: new Set(), sourceOf: sourceFile, hasFile }),
  ];
}

/** Returns the warnings of builds about the pictures of a page: those of its text, its front matter and its route. */
function pictureWarnings(route: PlannedRoute, { links }: PageReads, plan: PagePlan): readonly Diagnostic[] {
  const text = markdownFileOf(plan, route.path) ?? '';
  const entry = route.source.kind === 'entry' ? entryOf(plan, route) : null;
  const keys = new Set([
    ...links.flatMap(([kind, written]) => (kind === 'image' ? imageKey(written, text) : [])),
    ...(entry?.images.map(({ path }) => imageKey(path, entry.file)) ?? []),
    ...routePictures({ routes: plan.config.routes.filter(({ id }) => !entry && id === route.id) }),
  ]);
  return Array.from(keys).flatMap((key) => {
    const file = plan.media.get(key);
    return (file && unreadableWarning(file, () => plan.tree.text(file.source), true)) ?? [];
  });
}

/** Returns whether code imports a file, such as a picture outside of the source folders, which then has a URL. */
const isImported = (file: string, { inputs }: Bundle): boolean =>
  inputs.some(({ kind, path, hash }) => kind === 'file' && path === file && hash !== '');

type Refusal = RefusedPage & { readonly path: string; readonly locale: string };

async function renderRefused(
  refusal: Refusal,
  input: RenderInput,
  warnings: readonly Diagnostic[],
): Promise<Result<ServedPage>> {
  const { site, table } = input.plan;
  const locale = site.locales.find(({ code }) => code === refusal.locale);
  const notFound = table.byPath.get(`${locale?.prefix ?? ''}/404`);
  if (!notFound) return fail([...warnings]);
  const rendered = await renderRoute(notFound, input, refusal);
  return rendered.ok ? ok({ ...rendered.value, status: refusal.status }, warnings) : rendered;
}

/**
 * Returns the not-found page's job with the path, status and message of a refused page; the job itself if there is no
 * refusal.
 */
function refusedJob(job: PageJob, refusal: Refusal | undefined): PageJob {
  if (!refusal) return job;
  const { status, message, path } = refusal;
  return { ...job, route: { ...job.route, path, status }, props: { ...job.props, status, message } };
}

const optionsByScope = new WeakMap<RenderScope, BodyOptions>();

/** Returns the options for rendering Markdown, cached by scope. Loads the renderer when the first page needs it. */
export async function cachedBodyOptions(scope: RenderScope): Promise<BodyOptions> {
  const cached = optionsByScope.get(scope);
  if (cached) return cached;
  const { sharedRenderer } = await import('./markdown.ts');
  const options = bodyOptions(scope, await sharedRenderer(scope), null);
  optionsByScope.set(scope, options);
  return options;
}

function renderTimeout(route: PlannedRoute, seconds: number): Promise<Result<never>> {
  return new Promise((resolve) => {
    const problem: Diagnostic = {
      code: 'PAGE_TIMEOUT',
      severity: 'error',
      message: `${route.path} was not rendered within ${seconds} s: it waits for something that never happens.`,
      hint: `Look for a promise that ${route.page} or one of its components waits for, or raise \`render.timeoutSeconds\` in config/site.yaml.`,
    };
    setTimeout(() => resolve(fail([problem])), seconds * 1000).unref();
  });
}

function pageErrorProblem(error: unknown, route: PlannedRoute, { scope, bundle }: RenderInput): Diagnostic {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  return {
    ...pageFailure(route, message),
    ...serverLocation(stack, { root: scope.root, folder: bundle.folder }),
  };
}

function missingCodeProblem(route: PlannedRoute): Diagnostic {
  return {
    code: 'PAGE_WITHOUT_CODE',
    severity: 'error',
    message: `${route.path} cannot be rendered: its code was not bundled.`,
    hint: `Fix the errors in ${route.page} and in the modules that it imports.`,
  };
}
