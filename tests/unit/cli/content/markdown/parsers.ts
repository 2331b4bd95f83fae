import { loadSatteri, type ParseMarkdown, parserFor } from '../../../../../cli/content/markdown/parse.ts';
import { plainTree } from './trees.ts';

/** The parser that defines the tree. */
export const remark = parserFor(null);

/** The fast one. Throws on platforms for which it has no binary. */
export const satteri: ParseMarkdown = (markdown) => {
  if (!loaded) throw new Error('satteri has no binary for this platform');
  return loaded(markdown);
};
const loaded = loadSatteri();

/** True if both return the same tree. */
export const same = (markdown: string): boolean =>
  JSON.stringify(plainTree(satteri(markdown))) === JSON.stringify(plainTree(remark(markdown)));
