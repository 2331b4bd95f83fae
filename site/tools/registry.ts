import type { MediaKind } from '../ui/accepted.ts';

/** The twelve tools in the order of the navigation: message namespace, page, group of the navigation, what it opens. */
export const TOOLS = [
  { name: 'photoRestoration', path: '/photo-restoration', group: 'enhance', kind: 'image' },
  { name: 'unblurImage', path: '/unblur-image', group: 'enhance', kind: 'image' },
  { name: 'imageSharpener', path: '/image-sharpener', group: 'enhance', kind: 'image' },
  { name: 'hdPictureConverter', path: '/hd-picture-converter', group: 'enhance', kind: 'image' },
  { name: 'imageBackgroundRemover', path: '/image-background-remover', group: 'remove', kind: 'image' },
  { name: 'removeBackgroundFromLogo', path: '/remove-background-from-logo', group: 'remove', kind: 'image' },
  { name: 'removeWatermarkFromImage', path: '/remove-watermark-from-image', group: 'remove', kind: 'image' },
  { name: 'cleanupPictures', path: '/cleanup-pictures', group: 'remove', kind: 'image' },
  { name: 'aiObjectRemover', path: '/ai-object-remover', group: 'remove', kind: 'image' },
  { name: 'photoToAnimeConverter', path: '/photo-to-anime-converter', group: 'filter', kind: 'image' },
  { name: 'photoToSketch', path: '/photo-to-sketch', group: 'filter', kind: 'image' },
  { name: 'removeWatermarkFromVideo', path: '/remove-watermark-from-video', group: 'videoRemover', kind: 'video' },
] as const satisfies readonly { name: string; path: string; group: string; kind: MediaKind }[];

export type Tool = (typeof TOOLS)[number];
export type ToolName = Tool['name'];

/** The tool of this name. Throws where there is none. */
export const toolOf = (name: ToolName): Tool => {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`Unknown tool: ${name}`);
  return tool;
};

/** `count` other tools to go on with: those of the same group first, then what follows in the list. */
export const relatedTools = (name: ToolName, count: number): readonly Tool[] => {
  const at = TOOLS.findIndex((tool) => tool.name === name);
  const others = [...TOOLS.slice(at + 1), ...TOOLS.slice(0, at)];
  const same = others.filter((tool) => tool.group === TOOLS[at]?.group);
  return [...same, ...others.filter((tool) => !same.includes(tool))].slice(0, count);
};

/** The other tools that take a picture, in order: they can continue with the result of this one. */
export const nextToolsOf = (tool: Tool): readonly Tool[] =>
  TOOLS.filter(({ name, kind }) => kind === 'image' && name !== tool.name);
