import { join } from 'node:path';
import type { Bundle } from '../../bundle/bundle.ts';
import { type MediaFile, publicPath } from '../../content/media.ts';
import { type HeaderRule, headerRules } from '../../emit/host-rules.ts';
import { llmsFiles, llmsPages, llmsPaths, type PageText } from '../../emit/llms.ts';
import { type OutputTable, planOutputs } from '../../emit/outputs.ts';
import { latestBuildPath } from '../../emit/runtime-files.ts';
import { metaOf, siteFiles, siteHostFiles } from '../../emit/site-files.ts';
import { memoryLimit } from '../../lib/memory-limit.ts';
import { payloadFile } from '../../lib/paths.ts';
import type { WritePlan } from '../../output/write-site.ts';
import { cachedPicture, encodePictures, writeCleaned } from '../../pictures/encode.ts';
import { type PictureFile, pictureFiles, stemOf } from '../../pictures/variants.ts';
import { readBody } from '../../render/body.ts';
import { hasCopy, type RenderScope } from '../../render/job.ts';
import { bodyJob } from '../../render/jobs.ts';
import { ok, type Result } from '../../report/result.ts';
import type { OutputFile } from '../../routes/types.ts';
import { cachedIndexFile } from '../../search/build-index.ts';
import { noSharedCache } from '../../storage/shared-cache.ts';
import { siteHeaderRules } from '../built/host-files.ts';
import { contentType } from '../http/types.ts';
import type { Headers } from '../protocol.ts';
import { headersBy, type PathRules, pathRules } from '../rules.ts';
import { developmentPolicy } from './policy.ts';
import { cachedBodyOptions } from './render.ts';

/** Build id of the development server. It is constant, because pages follow edits without a new build. */
export const developmentBuild = 'dev';

/** Answers to requests that a plan determines without rendering pages. */
export type PlanAnswers = {
  readonly rules: PathRules;
  readonly headerRules: readonly HeaderRule[];
  /**
   * Returns the source file, relative to the root, of a public file or a media file that is published unchanged; else
   * null.
   */
  readonly file: (path: string) => string | null;
  /**
   * Returns the absolute path of a picture variant or cleaned picture, which is created on the first request. Null if
   * the path is not one of these.
   */
  readonly picture: (path: string) => Promise<Result<string> | null>;
  /** Returns the absolute path of a file of the search index, which is that of the last build; else null. */
  readonly indexFile: (path: string) => string | null;
  /** Returns whether a path, without its leading slash, is a file of the output or a source file that code imports. */
  readonly hasFile: (path: string) => boolean;
  /** Returns a generated file, such as a sitemap, with its content type; null if there is none. */
  readonly generated: (path: string, bundle: Bundle | null) => Promise<{ type: string; body: string } | null>;
  /** Returns the path of the page whose payload has this path, or null. */
  readonly payloadOf: (path: string) => string | null;
  /** Returns the path of the page whose Markdown copy has this path, or null. */
  readonly copyOf: (path: string) => string | null;
  /** Returns the pages that a list for machines names, and the list from their texts; null for another path. */
  readonly pageList: (path: string) => PageList | null;
  /** Returns the path of the not-found page in the language of a path's locale prefix, or null if there is none. */
  readonly notFoundFor: (path: string) => string | null;
};

/** A list of pages for machines. */
export type PageList = {
  readonly pages: readonly string[];
  readonly write: (textOfPage: (path: string) => PageText | null) => string;
};

export const noStore: Headers = { 'Cache-Control': 'no-store' };

/** Creates the answers of a plan. `scope` renders the Markdown bodies that full feeds contain. */
export function planAnswers(plan: WritePlan, scope: RenderScope): PlanAnswers {
  const { table, config, site } = plan;
  const { csp, pathPolicies } = scope.policies;
  const notFound = table.routes.filter((route) => route.status === 404).map((route) => route.path);
  const host = {
    base: site.base,
    rules: config.rules,
    csp: developmentPolicy(csp),
    pathPolicies: Object.fromEntries(
      Object.entries(pathPolicies).map(([path, policy]) => [path, developmentPolicy(policy)]),
    ),
    notFound,
  };
  const siteHeaders = siteHostFiles(plan).get('_headers');
  const headers = [
    ...headerRules(host),
    ...(siteHeaders === undefined ? [] : siteHeaderRules(plan.tree.text(siteHeaders), site.base)),
  ];
  let files: ReadonlyMap<string, string> | null = null;
  const file = (path: string) => {
    files ??= publicFiles(plan);
    return files.get(path) ?? mediaFile(plan, path);
  };
  let outputs: OutputTable | null = null;
  return {
    rules: { ...pathRules(host), headers: headersBy(headers) },
    headerRules: headers,
    file,
    picture: (path) => servedPicture(plan, scope.root, path),
    indexFile: (path) => cachedIndexFile(join(scope.root, '.sitegen'), path),
    hasFile: (path) => {
      if (file(`/${path}`) !== null || pictureAt(plan, `/${path}`) || plan.tree.files.has(path)) return true;
      outputs ??= planOutputs(plan);
      return outputs.has(path);
    },
    payloadOf: (path) => {
      if (!path.endsWith('/_payload.json')) return null;
      const page = path.slice(0, -'/_payload.json'.length) || '/';
      return table.byPath.has(page) && `/${payloadFile(page)}` === path ? page : null;
    },
    copyOf: (path) => {
      if (!path.endsWith('.md')) return null;
      const page = path === '/index.md' ? '/' : path.slice(0, -'.md'.length);
      const route = table.byPath.get(page);
      return route && hasCopy(config.site.llms, route) ? page : null;
    },
    pageList: (path) => {
      const locale = site.locales.find((one) => llmsPaths(plan, one).includes(path.slice(1)));
      if (!locale) return null;
      return {
        pages: llmsPages(plan, locale).map((route) => route.path),
        write: (textOfPage) =>
          llmsFiles(plan, locale, textOfPage).find((one) => one.path === path.slice(1))?.content ?? '',
      };
    },
    generated: async (path, bundle) => {
      const file = await generatedFile(path, { plan, scope, bundle });
      return file && { type: contentType(path), body: file.content };
    },
    notFoundFor: (path) => {
      const locale =
        site.locales.find(({ prefix }) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`))) ??
        site.locales.find(({ code }) => code === site.defaultLocale);
      const page = `${locale?.prefix ?? ''}/404`;
      return table.byPath.has(page) ? page : null;
    },
  };
}

function publicFiles({ tree }: Pick<WritePlan, 'tree'>): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { path, kind } of tree.files.values()) if (kind === 'public') files.set(publicPath(path), path);
  return files;
}

const mediaFolder = '/assets/media/';

/**
 * Returns the source of the media file that is published unchanged at a path, or null. Reading `ref` hashes a file, so
 * files with another extension are skipped first.
 */
function mediaFile({ media }: Pick<WritePlan, 'media'>, path: string): string | null {
  if (!path.startsWith(mediaFolder)) return null;
  const ending = path.slice(path.lastIndexOf('.')).toLowerCase();
  for (const file of media.values()) {
    const { source } = file;
    const couldMatch = source.startsWith('content/') && (ending.includes('/') || source.toLowerCase().endsWith(ending));
    if (couldMatch && file.ref.src === path && !file.ref.variants && !file.isCleaned) return source;
  }
  return null;
}

/**
 * Returns the picture with a file at a path, and that file (null: the cleaned original). Returns null for files that
 * are published unchanged.
 */
function pictureAt(
  { media }: Pick<WritePlan, 'media'>,
  path: string,
): { media: MediaFile; file: PictureFile | null } | null {
  if (!path.startsWith(mediaFolder)) return null;
  for (const picture of media.values()) {
    const { source } = picture;
    if (!source.startsWith('content/') || !path.startsWith(`${mediaFolder}${stemOf(source)}-`)) continue;
    if (picture.isCleaned && picture.ref.src === path) return { media: picture, file: null };
    const file = pictureFiles(picture.ref).find(({ src }) => src === path);
    if (file) return { media: picture, file };
  }
  return null;
}

/**
 * Creates the file of a picture with the encoder of builds, in the cache that builds use too. Returns its absolute
 * path, or null if there is no picture at the path.
 */
async function servedPicture(
  plan: Pick<WritePlan, 'media' | 'config' | 'tree'>,
  root: string,
  path: string,
): Promise<Result<string> | null> {
  const picture = pictureAt(plan, path);
  if (!picture) return null;
  const folder = join(root, '.sitegen/cache/pictures');
  const { source, ref, animation } = picture.media;
  const target = cachedPicture(folder, { src: path });
  const { pictures: settings } = plan.config.site;
  if (picture.file === null) {
    await writeCleaned(plan.tree.text(source), target);
    return ok(target);
  }
  if (!settings) return null;
  const job = { file: join(root, source), path: source, ref, animation, files: [picture.file] };
  const encoded = await encodePictures([job], {
    settings,
    folder,
    cache: true,
    shared: noSharedCache,
    limit: memoryLimit(undefined),
    threads: 1,
  });
  return encoded.ok ? ok(target) : encoded;
}

/** The values that generated files are created from. */
type GeneratedInput = { readonly plan: WritePlan; readonly scope: RenderScope; readonly bundle: Bundle | null };

/** Returns the generated file at a path, such as a sitemap or the manifest of the build; null if there is none. */
async function generatedFile(path: string, input: GeneratedInput): Promise<OutputFile | null> {
  const outputPath = path.slice(1);
  if (path === latestBuildPath) {
    return { path: outputPath, content: JSON.stringify({ id: developmentBuild, timestamp: 0 }) };
  }
  if (path === `/builds/meta/${developmentBuild}.json`) return { path: outputPath, content: metaText(input) };
  if (!/\.(?:xml|txt|json)$/.test(path)) return null;
  const { plan, scope } = input;
  const bodyOptions = plan.config.site.feeds.content === 'full' ? await cachedBodyOptions(scope) : null;
  const filesInput = {
    plan,
    bootScript: scope.bootScript,
    textOfPage: () => null,
    html: (entry: Parameters<typeof bodyJob>[0]) => {
      const body = bodyOptions && readBody(bodyJob(entry), bodyOptions);
      return body?.ok ? body.value.html : null;
    },
  };
  for (const file of siteFiles(filesInput, () => {})) if (file.path === outputPath) return file;
  return null;
}

/** Returns the build manifest as JSON. Payload hashes are zero, since browsers do not store payloads in development. */
function metaText({ plan, bundle }: GeneratedInput): string {
  const build = { id: developmentBuild, timestamp: 0, hashOf: () => '00000000' };
  return JSON.stringify(metaOf(plan, bundle?.manifest ?? { pages: {} }, build));
}
