import { EMPTY_SOURCE, type ParsedSource } from './page.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { readHtml } from './read-html.ts';

/** Parses the metadata of a pasted source, which is HTML or front matter. */
export const readSource = (source: string): ParsedSource => {
  if (source.trim() === '') return EMPTY_SOURCE;
  const isHtml = /<(?:!doctype|html|head|meta|title|link)\b/i.test(source) && !/^\ufeff?\s*(?:---|\+\+\+)/.test(source);
  return isHtml ? readHtml(source) : readFrontMatter(source);
};
