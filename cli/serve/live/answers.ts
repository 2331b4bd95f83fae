import { join } from 'node:path';
import type { Bundle } from '../../bundle/bundle.ts';
import { type MediaFile, publicPath } from '../../content/media.ts';
import { type HeaderRule, headerRules } from '../../emit/hosts.ts';
import { type OutputTable, planOutputs } from '../../emit/outputs.ts';
import { latestBuildPath } from '../../emit/runtime-files.ts';
import { metaOf, ownHostFiles, policiesOf, siteFiles } from '../../emit/site-files.ts';
import { payloadFile } from '../../lib/paths.ts';
import type { WritePlan } from '../../output/write-site.ts';
import { cachedPicture, encodePictures, writeCleaned } from '../../pictures/encode.ts';
import { type PictureFile, pictureFiles, stemOf } from '../../pictures/variants.ts';
import { readBody } from '../../render/body.ts';
import type { RenderScope } from '../../render/job.ts';
import { bodyJob } from '../../render/jobs.ts';
import { ok, type Result } from '../../report/result.ts';
import type { OutputFile } from '../../routes/types.ts';
import { ownHeaderRules } from '../built/host-files.ts';
import { textType } from '../http/types.ts';
import type { Headers } from '../protocol.ts';
import { headersBy, type PathRules, pathRules } from '../rules.ts';
import { developmentPolicy } from './policy.ts';
import { bodies } from './render.ts';

/** Build id of the development server. It is constant, because pages follow edits without a new build. */
export const developmentBuild = 'dev';

/** Answers that follow from a plan without rendering pages. */
export type SiteAnswers = {
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
  /** Returns whether a path, without its leading slash, is a file of the output or a source file that code imports. */
  readonly hasFile: (path: string) => boolean;
  /** Returns a generated file, such as a sitemap, with its content type; null if there is none. */
  readonly generated: (path: string, bundle: Bundle | null) => Promise<{ type: string; body: string } | null>;
  /** Returns the path of the page whose payload has this path, or null. */
  readonly payloadOf: (path: string) => string | null;
  /** Returns the path of the not-found page in the language of a path's locale prefix, or null if there is none. */
  readonly notFoundFor: (path: string) => string | null;
};

export const noStore: Headers = { 'Cache-Control': 'no-store' };

export function siteAnswers(plan: WritePlan, scope: RenderScope): SiteAnswers {
  const { table, config, site } = plan;
  const { csp, pathPolicies } = policiesOf({ plan, bootScript: scope.bootScript });
  const notFound = table.routes.filter((route) => route.status === 404).map((route) => route.path);
  const host = {
    base: site.base,
    rules: config.rules,
    csp: csp && developmentPolicy(csp),
    pathPolicies: Object.fromEntries(Object.entries(pathPolicies).map(([path, one]) => [path, developmentPolicy(one)])),
    notFound,
  };
  const own = ownHostFiles(plan).get('_headers');
  const headers = [...headerRules(host), ...(own === undefined ? [] : ownHeaderRules(plan.tree.text(own), site.base))];
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
    generated: async (path, bundle) => {
      const found = await generated(path, { plan, scope, bundle });
      return found && { type: textType(path), body: found.content };
    },
    notFoundFor: (path) => {
      const locale =
        site.locales.find(({ prefix }) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`))) ??
        site.locales.find(({ code }) => code === site.defaultLocale);
      const own = `${locale?.prefix ?? ''}/404`;
      return table.byPath.has(own) ? own : null;
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
    const isLike = source.startsWith('content/') && (ending.includes('/') || source.toLowerCase().endsWith(ending));
    if (isLike && file.ref.src === path && !file.ref.variants && !file.isCleaned) return source;
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
  for (const one of media.values()) {
    const { source } = one;
    if (!source.startsWith('content/') || !path.startsWith(`${mediaFolder}${stemOf(source)}-`)) continue;
    if (one.isCleaned && one.ref.src === path) return { media: one, file: null };
    const file = pictureFiles(one.ref).find(({ src }) => src === path);
    if (file) return { media: one, file };
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
  const found = pictureAt(plan, path);
  if (!found) return null;
  const folder = join(root, '.sitegen/cache/pictures');
  const { source, ref } = found.media;
  const target = cachedPicture(folder, { src: path });
  const { pictures: settings } = plan.config.site;
  if (found.file === null) {
    await writeCleaned(plan.tree.text(source), target);
    return ok(target);
  }
  if (!settings) return null;
  const one = { file: join(root, source), path: source, ref, files: [found.file] };
  const encoded = await encodePictures([one], { settings, folder, cache: true, threads: 1 });
  return encoded.ok ? ok(target) : encoded;
}

type From = { readonly plan: WritePlan; readonly scope: RenderScope; readonly bundle: Bundle | null };

/** Host configuration files, which neither this server nor a host sends to visitors. */
const hostsOwn = new Set(['_headers', '_redirects', 'nginx.conf']);

async function generated(path: string, from: From): Promise<OutputFile | null> {
  const wanted = path.slice(1);
  if (path === latestBuildPath) {
    return { path: wanted, content: JSON.stringify({ id: developmentBuild, timestamp: 0 }) };
  }
  if (path === `/builds/meta/${developmentBuild}.json`) return { path: wanted, content: metaText(from) };
  if (!/\.(?:xml|txt|json)$/.test(path) || hostsOwn.has(wanted)) return null;
  const { plan, scope } = from;
  const full = plan.config.site.feeds.content === 'full' ? await bodies(scope) : null;
  const input = {
    plan,
    bootScript: scope.bootScript,
    html: (entry: Parameters<typeof bodyJob>[0]) => {
      const body = full && readBody(bodyJob(entry), full);
      return body?.ok ? body.value.html : null;
    },
  };
  for (const file of siteFiles(input, () => {})) if (file.path === wanted) return file;
  return null;
}

/** Returns the build manifest as JSON. Payload hashes are zero, since browsers do not store payloads in development. */
function metaText({ plan, bundle }: From): string {
  const build = { id: developmentBuild, timestamp: 0, hashOf: () => '00000000' };
  return JSON.stringify(metaOf(plan, bundle?.manifest ?? { pages: {} }, build));
}
