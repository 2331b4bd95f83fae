import { loadSatteri, type ParseMarkdown, parserFor } from '../../../../../cli/content/markdown/parse.ts';
import { plainTree } from './trees.ts';

/** The parser that defines the tree. */
export const remark = parserFor({ satteri: null }).parse;

/** The quick one; throws where it has no binary for this platform. */
export const satteri: ParseMarkdown = (markdown) => {
  if (!loaded) throw new Error('satteri has no binary for this platform');
  return loaded(markdown);
};
const loaded = loadSatteri();

/** Whether both give the same tree. */
export const same = (markdown: string): boolean =>
  JSON.stringify(plainTree(satteri(markdown))) === JSON.stringify(plainTree(remark(markdown)));
