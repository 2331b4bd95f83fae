import * as z from 'zod';

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
