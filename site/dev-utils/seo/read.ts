import { type Found, NOTHING_FOUND } from './page.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { readHtml } from './read-html.ts';

/** What a pasted source says of a page: HTML or front matter, whichever it is. */
export const readSource = (source: string): Found => {
  if (source.trim() === '') return NOTHING_FOUND;
  const isHtml = /<(?:!doctype|html|head|meta|title|link)\b/i.test(source) && !/^\ufeff?\s*(?:---|\+\+\+)/.test(source);
  return isHtml ? readHtml(source) : readFrontMatter(source);
};
