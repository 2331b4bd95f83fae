import { createRenderer } from '../../content/markdown/render.ts';

/** One renderer for all texts: its parsers and grammars are loaded once. */
export const sharedRenderer = createRenderer();
