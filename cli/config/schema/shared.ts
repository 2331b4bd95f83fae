import * as z from 'zod';

// A parser compiled for each schema pays after thousands of values; a configuration is one.
z.config({ jitless: true });

/** Without the slash at its end; `/` stays. */
export function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** True for an absolute `http:` or `https:` URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+/i.test(text) && URL.canParse(text);
}

/** Error texts complete a sentence that begins with the name of the value. */
const pathRule = 'must start with `/` and hold no spaces, `?`, `#`, `*`, braces, empty segments or dots as a segment';

/** Segments of letters, digits and marks that need no quoting; a slash at the end is let pass. */
const pathPattern = /^\/(?!\/)(?:(?!\.{1,2}(?:\/|$))[^\s/?#%*{}\\<>"|^`]+(?:\/(?!\/)|$))*$/;

/** Path of a page: below the base, without locale. Given without a slash at its end. */
export const pagePath = z.string().regex(pathPattern, { error: pathRule }).transform(trimSlash);

/** Path with one placeholder, such as `/blog/{slug}`. */
export const pathWith = (name: 'slug' | 'tag') =>
  z
    .string()
    .refine((path) => pathPattern.test(path.replace(`{${name}}`, 'x')) && path.includes(`{${name}}`), {
      error: `must start with \`/\` and hold \`{${name}}\` once`,
    })
    .transform(trimSlash);

export const localeCode = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: 'must be a locale code such as `de` or `pt-br`' });

/** Where a redirect leads. */
export const target = z.string().refine((to) => (/^\/(?!\/)[^\s*{}]*$/.test(to) || isWebUrl(to)) && !to.includes('*'), {
  error: 'must be a path that starts with `/`, or an absolute `https:` URL, without `*`',
});

export const messagePrefix = z.string().regex(/^[\w-]+(?:\.[\w-]+)*$/, {
  error: 'must be the beginning of message keys, such as `home.seo`',
});

/** Name of a component file without its ending. */
export const componentName = z.string().regex(/^[A-Za-z][\w-]*(?:\/[A-Za-z][\w-]*)*$/, {
  error: 'must be the name of a component file without its ending, such as `Home`',
});

/** URL of a file of the site or of another origin. */
export const fileUrl = z.string().refine((url) => /^\/(?!\/)\S*$/.test(url) || isWebUrl(url), {
  error: 'must be a path that starts with `/`, or an absolute `https:` URL',
});
