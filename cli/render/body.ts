import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFrontMatter } from '../content/frontmatter.ts';
import { type LinkScope, resolveImage, resolveLink, type TextSource } from '../content/links.ts';
import { type BodyLabels, calloutKinds, type DirectiveComponents } from '../content/markdown/body.ts';
import type { RenderBody } from '../content/markdown/render.ts';
import type { Diagnostic, ImageRef, Message, Messages } from '../contract.ts';
import type { LinkRead } from '../incremental/page-record.ts';
import { hashOf } from '../lib/hash.ts';
import { placeholderText } from '../lib/placeholder.ts';
import { sitegenHash } from '../lib/version.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { isMdx } from '../schema/files.ts';
import { encodingProblem } from '../sources/encoding.ts';
import { componentTags } from './components.ts';
import type { BodyJob, RenderScope } from './job.ts';

type RenderedBody = Extract<ReturnType<RenderBody>, { ok: true }>['value'];

/** A rendered body with the links that it was rendered with. */
export type ReadBody = RenderedBody & { readonly reads: readonly LinkRead[]; readonly warnings: readonly Diagnostic[] };

type Labels = Partial<BodyLabels> & { readonly footnotes?: string };

/** Texts that bodies are restored from. */
export type BodyCache = {
  readonly read: (job: BodyJob) => string | null;
  readonly add: (job: BodyJob, text: string) => void;
};

export type BodyOptions = {
  readonly root: string;
  /** Bodies that were rendered before, or null for none. */
  readonly cache: BodyCache | null;
  readonly links: LinkScope;
  /** Called with a text whose file has other bytes than those that the job was planned from. */
  readonly onOtherBytes?: () => void;
  /** Texts of more bytes are refused: a tree takes some hundred times the memory of its text. */
  readonly maxBytes: number;
  readonly render: RenderBody;
  /** Key of the plugins, which may change what a text becomes. */
  readonly plugins: string;
  readonly components: DirectiveComponents;
  /** Words that are not the author's, in the locale of the text. */
  readonly labels: (locale: string) => Labels;
};

/** Returns the options for the texts of a site. */
export function bodyOptions(
  scope: RenderScope,
  render: BodyOptions['render'],
  cache: BodyOptions['cache'],
): BodyOptions {
  const labels = new Map<string, Labels>();
  return {
    root: scope.root,
    cache,
    links: linkScope(scope),
    maxBytes: scope.maxTextBytes,
    render,
    plugins: scope.plugins.key,
    components: Object.fromEntries(
      Object.entries(scope.components).map(([name, { media, pictures, proportions, required, allowed }]) => [
        name,
        { media, pictures, proportions, required, allowed },
      ]),
    ),
    labels: (locale) => {
      const localeLabels = labels.get(locale) ?? labelsOf(scope.messages[locale] ?? {});
      labels.set(locale, localeLabels);
      return localeLabels;
    },
  };
}

/** Returns the tables by which links and images of texts are resolved. */
export const linkScope = (scope: RenderScope): LinkScope => ({
  ...scope,
  base: scope.site.base,
  defaultLocale: scope.site.defaultLocale,
});

const labelNames = [
  ...['footnotes', 'footnoteBack', 'permalink', 'table', 'taskDone', 'taskOpen', 'copy', 'copied'],
  ...calloutKinds,
] as const;

/** Returns the messages `markdown.*` that a locale has; placeholders stay in braces. */
function labelsOf(messages: Messages): Labels {
  const found = labelNames.map((name) => [name, messages[`markdown.${name}`]] as const);
  return Object.fromEntries(
    found.flatMap(([name, message]) => (message === undefined ? [] : [[name, messageText(message)]])),
  );
}

const messageText = (message: Message): string =>
  typeof message === 'string'
    ? message
    : message.map((part) => (typeof part === 'string' ? part : part[0] === 'arg' ? `{${part[1]}}` : '')).join('');

/**
 * Returns the HTML of an entry's Markdown, from the cache if the same bytes were rendered before and each of its links
 * still leads to the same target.
 */
export function readBody(job: BodyJob, options: BodyOptions): Result<ReadBody> {
  const labels = options.labels(job.locale);
  const label = JSON.stringify([sitegenHash, labels, options.plugins, options.components]);
  const text = options.cache?.read(job);
  const cached = text ? (JSON.parse(text) as CachedBody) : null;
  if (
    cached &&
    cached.label === label &&
    areLinksCurrent(cached.body.reads, { file: job.file, locale: job.locale }, options.links)
  ) {
    return ok(cached.body, cached.body.warnings);
  }
  const bytes = readFileSync(join(options.root, job.file));
  // The file may have changed since its hash was computed.
  const isPlanned = hashOf(bytes) === job.hash;
  if (!isPlanned) options.onOtherBytes?.();
  const problem = sizeProblem(job.file, bytes.length, options.maxBytes) ?? encodingProblem(job.file, bytes);
  if (problem) return fail([problem]);
  const front = readFrontMatter(bytes.toString('utf8'), job.file);
  if (!front.ok) return front;
  if (isMdx(job.file)) return ok(mdxBody(job.file));
  const reads: LinkRead[] = [];
  const source = { file: job.file, locale: job.locale };
  const readImage = (url: string) => {
    const found = resolveImage(url, source, options.links);
    if ('src' in found) reads.push(['image', url, imageRead(found)]);
    return found;
  };
  const result = options.render(front.value.body, {
    file: job.file,
    firstLine: front.value.bodyLine,
    ...(labels.footnotes === undefined ? {} : { footnoteLabel: labels.footnotes }),
    labels,
    components: options.components,
    resolveLink: (url) => {
      const found = resolveLink(url, source, options.links);
      if ('href' in found) reads.push(['link', url, found.href]);
      return found;
    },
    resolveImage: readImage,
    resolveProp: (url) => {
      const found = readImage(url);
      return 'src' in found ? resolveImage(url, source, { ...options.links, base: '' }) : found;
    },
  });
  if (!result.ok) return result;
  const isPlaceholder = front.value.data.draft !== true && front.value.body.trim() === placeholderText;
  const warnings = [...result.warnings, ...(isPlaceholder ? [placeholderProblem(job.file, front.value.bodyLine)] : [])];
  const body = { ...result.value, reads, warnings };
  if (isPlanned) options.cache?.add(job, JSON.stringify({ label, body } satisfies CachedBody));
  return ok(body, warnings);
}

const placeholderProblem = (file: string, line: number): Diagnostic => ({
  code: 'CONTENT_PLACEHOLDER',
  severity: 'warning',
  message: 'Readers see the placeholder of a new entry.',
  hint: 'Write its text, or add `draft: true` to its front matter.',
  file,
  line,
  column: 1,
});

/** Returns the body of an entry in MDX: its component, which the bundle contains. */
const mdxBody = (file: string): ReadBody => ({
  html: componentTags.start(0) + componentTags.end,
  toc: [],
  links: [],
  linkPositions: [],
  components: [{ name: file, props: {} }],
  reads: [],
  warnings: [],
});

function sizeProblem(file: string, size: number, maxBytes: number): Diagnostic | null {
  if (size <= maxBytes) return null;
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(2);
  return {
    code: 'CONTENT_TOO_LARGE',
    severity: 'error',
    message: `The text has ${megabytes(size)} MB; ${megabytes(maxBytes)} MB are allowed.`,
    hint: 'Split it into several entries, or raise `maxTextMb` in config/content.yaml.',
    file,
    line: 1,
    column: 1,
  };
}

/** `label`: the generator and the words that the body was rendered with. */
type CachedBody = { readonly label: string; readonly body: ReadBody };

/** Returns the properties of an image that a text depends on: its address, size, variants and video. */
const imageRead = ({ src, width, height, variants, video }: ImageRef): string =>
  [src, `${width}x${height}`, ...[variants, video].flatMap((files) => (files ? [JSON.stringify(files)] : []))].join(
    ' ',
  );

/** True if each link and image of a text still leads to the same target, and each image has the same size. */
export function areLinksCurrent(reads: readonly LinkRead[], source: TextSource, links: LinkScope): boolean {
  return reads.every(([kind, written, resolved]) => {
    if (kind === 'link') {
      const now = resolveLink(written, source, links);
      return 'href' in now && now.href === resolved;
    }
    const now = resolveImage(written, source, links);
    return 'src' in now && imageRead(now) === resolved;
  });
}
