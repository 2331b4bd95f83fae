import { createRenderer } from '../../content/markdown/render.ts';

/** The renderer of all texts, which loads its parsers and grammars once. */
export const sharedRenderer = createRenderer();
