/** What the tools made of their samples; `npm run samples` makes it again (scripts/samples). */

/** Pixels of the picture before; the one after has the same shape. */
export type ToolResult = { readonly width: number; readonly height: number; readonly nameKey: ResultName };

type ResultName = (typeof RESULTS)[keyof typeof RESULTS]['nameKey'];

/** By the id of the tool's page. */
const RESULTS = {
  'photo-restoration': { width: 960, height: 640, nameKey: 'workspace.samples.worn' },
  'unblur-image': { width: 720, height: 480, nameKey: 'workspace.samples.soft' },
  'image-sharpener': { width: 450, height: 300, nameKey: 'workspace.samples.cat' },
  'hd-picture-converter': { width: 300, height: 200, nameKey: 'workspace.samples.coffee' },
  'image-background-remover': { width: 600, height: 400, nameKey: 'workspace.samples.coffee' },
  'remove-background-from-logo': { width: 720, height: 480, nameKey: 'workspace.samples.emblem' },
  'remove-watermark-from-image': { width: 600, height: 400, nameKey: 'workspace.samples.canyon' },
  'cleanup-pictures': { width: 960, height: 640, nameKey: 'workspace.samples.canyon' },
  'ai-object-remover': { width: 744, height: 496, nameKey: 'workspace.samples.sheep' },
  'photo-to-anime-converter': { width: 600, height: 400, nameKey: 'workspace.samples.coffee' },
  'photo-to-sketch': { width: 450, height: 300, nameKey: 'workspace.samples.cat' },
  'remove-watermark-from-video': { width: 720, height: 480, nameKey: 'workspace.samples.house' },
} as const;

/** The result of a tool; `tool`: the id of its page. Every tool has one. */
export const resultOf = (tool: string): ToolResult => RESULTS[tool as keyof typeof RESULTS];
