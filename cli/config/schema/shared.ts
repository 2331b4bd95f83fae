import * as z from 'zod';
import { attributeProblem, scriptProblem } from '../../lib/head-tags.ts';

// Compiling a parser for each schema pays off after thousands of values; a build validates five files.
z.config({ jitless: true });

/** Returns a path without trailing slashes; `/` is unchanged. */
export function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** Returns whether a text is an absolute `http:` or `https:` URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+/i.test(text) && URL.canParse(text);
}

/** Error texts complete a sentence that starts with the name of the value. */
const pathRule =
  'must start with `/` and contain no spaces, `?`, `#`, `*`, braces, empty segments, or the segments `.` and `..`';

/** Segments without characters that URLs escape. A trailing slash is accepted. */
const pathPattern = /^\/(?!\/)(?:(?!\.{1,2}(?:\/|$))[^\s/?#%*{}\\<>"|^`]+(?:\/(?!\/)|$))*$/;

/** Path of a page, below the base and without locale. The result has no trailing slash. */
export const pagePath = z
  .string()
  .regex(pathPattern, {
    error: ({ input }) =>
      /\{\w+\}/.test(String(input))
        ? 'must contain no placeholder. A page for each entry is the `path` of a collection in config/content.yaml'
        : pathRule,
  })
  .transform(trimSlash);

/** Path of an entry, with placeholders such as `/blog/{slug}` and `/shop/{category}/{id}`. */
export const entryPattern = z
  .string()
  .refine((path) => pathPattern.test(path.replace(/\{\w+\}/g, 'x')) && /\{\w+\}/.test(path), {
    error: 'must start with `/` and contain a placeholder, such as `/blog/{slug}` or `/products/{id}`',
  })
  .transform(trimSlash);

/** Path with one placeholder, such as `/blog/tag/{tag}`. */
export const pathWith = (name: 'tag' | 'term') =>
  z
    .string()
    .refine((path) => pathPattern.test(path.replace(`{${name}}`, 'x')) && path.includes(`{${name}}`), {
      error: `must start with \`/\` and contain \`{${name}}\` once`,
    })
    .transform(trimSlash);

/** Module of a loader. */
export const loaderModule = z
  .string()
  .regex(/^(?:\.\/loaders\/(?!.*\.\.)[\w./-]+\.m?js|(?:@[\w.-]+\/)?[\w][\w.-]*(?:\/[\w./-]+)?)$/, {
    error: 'must be a file such as `./loaders/products.mjs`, or the name of an installed package',
  });

export const localeCode = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: 'must be a locale code such as `de` or `pt-br`' });

/** Target of a redirect. */
export const target = z.string().refine((to) => (/^\/(?!\/)[^\s*{}]*$/.test(to) || isWebUrl(to)) && !to.includes('*'), {
  error: 'must be a path that starts with `/`, or an absolute `https:` URL, without `*`',
});

export const messagePrefix = z.string().regex(/^[\w-]+(?:\.[\w-]+)*$/, {
  error: 'must be a prefix of message keys, such as `home.seo`',
});

/** Name of a component file without its extension. */
export const componentName = z.string().regex(/^[A-Za-z][\w-]*(?:\/[A-Za-z][\w-]*)*$/, {
  error: 'must be the name of a component file without its extension, such as `Home`',
});

/** URL of a file, on the site or at another origin. */
export const fileUrl = z.string().refine((url) => /^\/(?!\/)\S*$/.test(url) || isWebUrl(url), {
  error: 'must be a path that starts with `/`, or an absolute `https:` URL',
});

/** Directives of a content security policy whose values are lists of sources. */
const directiveNames = `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr
  img-src media-src font-src connect-src worker-src manifest-src object-src frame-src child-src base-uri form-action
  frame-ancestors`.split(/\s+/) as [string, ...string[]];

/** Sources by directive of a content security policy. */
export const directives = z.partialRecord(
  z.enum(directiveNames),
  z.array(
    z
      .string()
      .regex(/^[^\s;,]+$/, { error: "must be one source, such as `https://video.example` or `'unsafe-inline'`" }),
  ),
);

const attributeValue = z.union([z.string(), z.number(), z.boolean()]);

const policy = directives
  .optional()
  .describe('Sources that it needs beside its own URL, by directive of the content security policy.');

/** Adds a problem for each attribute that is not allowed in a head. */
function checkAttributes(attributes: object, problem: z.core.$RefinementCtx): void {
  for (const name of Object.keys(attributes)) {
    const message = attributeProblem(name);
    if (message) problem.addIssue({ code: 'custom', path: [name], message });
  }
}

const meta = z
  .object({
    name: z.string().min(1).optional().describe('Name of the metadata, such as `google-site-verification`.'),
    property: z.string().min(1).optional().describe('Name of an Open Graph property, such as `fb:app_id`.'),
    'http-equiv': z.string().min(1).optional().describe('Name of an HTTP header, such as `x-ua-compatible`.'),
    content: attributeValue.describe('Value of the metadata.'),
  })
  .catchall(attributeValue)
  .superRefine((attributes, problem) => {
    checkAttributes(attributes, problem);
    if (['name', 'property', 'http-equiv', 'itemprop'].every((key) => attributes[key] === undefined))
      problem.addIssue({ code: 'custom', message: 'must have `name`, `property`, `http-equiv` or `itemprop`' });
  });

const link = z
  .object({
    rel: z.string().min(1).describe('Relation of the target to the page, such as `me` or `preconnect`.'),
    href: fileUrl.describe('Path below the base or absolute URL of the target.'),
    policy,
  })
  .catchall(attributeValue)
  .superRefine(({ policy: _, ...attributes }, problem) => checkAttributes(attributes, problem));

const script = z
  .object({
    src: fileUrl.optional().describe('Path below the base or absolute URL of the script.'),
    text: z.string().min(1).optional().describe('Inline script. The content security policy allows it by its hash.'),
    policy,
  })
  .catchall(attributeValue)
  .superRefine(({ policy: _, ...attributes }, problem) => {
    checkAttributes(attributes, problem);
    if ((attributes.src === undefined) === (attributes.text === undefined))
      problem.addIssue({ code: 'custom', message: 'must have either `src` or `text`' });
    const message = scriptProblem(attributes.text ?? '');
    if (message) problem.addIssue({ code: 'custom', path: ['text'], message });
  });

/** Elements that the configuration adds to heads. */
export const headSchema = z.strictObject({
  meta: z.array(meta).default([]).describe('`meta` elements: their attributes.'),
  link: z.array(link).default([]).describe('`link` elements: their attributes.'),
  script: z.array(script).default([]).describe('`script` elements: their attributes, and `text` of an inline script.'),
});
