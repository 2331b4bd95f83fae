import { loadPart } from '../load-part.ts';
import type { OpContext, OpTable, Value } from '../types.ts';

const matte = () => import('./groups/matte.ts').then((group) => group.matteOps);
const logo = () => import('./groups/logo.ts').then((group) => group.logoOps);
const enhance = () => import('./groups/enhance.ts').then((group) => group.enhanceOps);
const mask = () => import('./groups/mask.ts').then((group) => group.maskOps);
const fill = () => import('./groups/fill.ts').then((group) => group.fillOps);
const trace = () => import('./groups/trace.ts').then((group) => group.traceOps);
const marks = () => import('./groups/marks.ts').then((group) => group.marksOps);
const restore = () => import('./groups/restore.ts').then((group) => group.restoreOps);
const deblur = () => import('./groups/deblur.ts').then((group) => group.deblurOps);
const stylise = () => import('./groups/stylise.ts').then((group) => group.styliseOps);

/** The operation as the runner calls it: its group is fetched when it is first used. */
type Lazy<Op> = Op extends (inputs: infer I, params: infer P, context: OpContext) => infer O
  ? (inputs: I, params: unknown extends P ? Record<string, never> : P, context: OpContext) => Promise<Awaited<O>>
  : never;

const lazy = <Table extends OpTable, Name extends keyof Table & string>(load: () => Promise<Table>, name: Name) =>
  (async (inputs: never, params: never, context: OpContext): Promise<Value> =>
    (await loadPart(load))[name]!(inputs, params, context)) as unknown as Lazy<Table[Name]>;

/** Operations without a network, by name. Those of one group are in one chunk, so that a tool loads only what it needs. */
export const ops = {
  'picture.resize': lazy(enhance, 'picture.resize'),
  'picture.transform': lazy(enhance, 'picture.transform'),
  'picture.mix': lazy(enhance, 'picture.mix'),
  'matte.classic': lazy(matte, 'matte.classic'),
  'matte.refine': lazy(matte, 'matte.refine'),
  'matte.clean': lazy(matte, 'matte.clean'),
  'matte.presence': lazy(matte, 'matte.presence'),
  'matte.edit': lazy(matte, 'matte.edit'),
  'matte.edge': lazy(matte, 'matte.edge'),
  'matte.cut-out': lazy(matte, 'matte.cut-out'),
  'matte.crop': lazy(matte, 'matte.crop'),
  'matte.shadow': lazy(matte, 'matte.shadow'),
  'matte.backdrop': lazy(matte, 'matte.backdrop'),
  'matte.over': lazy(matte, 'matte.over'),
  'matte.scene': lazy(matte, 'matte.scene'),
  'matte.over-scene': lazy(matte, 'matte.over-scene'),
  'logo.clear': lazy(logo, 'logo.clear'),
  'logo.trim': lazy(logo, 'logo.trim'),
  'logo.recolour': lazy(logo, 'logo.recolour'),
  'mask.read': lazy(mask, 'mask.read'),
  'mask.resize': lazy(mask, 'mask.resize'),
  'mask.edge': lazy(mask, 'mask.edge'),
  'mask.islands': lazy(mask, 'mask.islands'),
  'mask.visible': lazy(mask, 'mask.visible'),
  'mask.remains': lazy(mask, 'mask.remains'),
  'mask.widen': lazy(mask, 'mask.widen'),
  'fill.holes': lazy(fill, 'fill.holes'),
  'mask.area': lazy(mask, 'mask.area'),
  'mask.shadow': lazy(mask, 'mask.shadow'),
  'trace.svg': lazy(trace, 'trace.svg'),
  'marks.common': lazy(marks, 'marks.common'),
  'marks.find': lazy(marks, 'marks.find'),
  'marks.drawn': lazy(marks, 'marks.drawn'),
  'marks.words': lazy(marks, 'marks.words'),
  'marks.estimate': lazy(marks, 'marks.estimate'),
  'marks.measure': lazy(marks, 'marks.measure'),
  'marks.unblend': lazy(marks, 'marks.unblend'),
  'marks.residue': lazy(marks, 'marks.residue'),
  'restore.noise': lazy(restore, 'restore.noise'),
  'restore.smooth': lazy(restore, 'restore.smooth'),
  'restore.tones': lazy(restore, 'restore.tones'),
  'restore.tint': lazy(restore, 'restore.tint'),
  'restore.strokes': lazy(restore, 'restore.strokes'),
  'sharpen.instant': lazy(enhance, 'sharpen.instant'),
  'sharpen.finish': lazy(enhance, 'sharpen.finish'),
  'upscale.finish': lazy(enhance, 'upscale.finish'),
  'deblur.measure': lazy(deblur, 'deblur.measure'),
  'deblur.wiener': lazy(deblur, 'deblur.wiener'),
  'deblur.sparse': lazy(deblur, 'deblur.sparse'),
  'deblur.richardson-lucy': lazy(deblur, 'deblur.richardson-lucy'),
  'style.prepare': lazy(stylise, 'style.prepare'),
  'style.flow': lazy(stylise, 'style.flow'),
  'style.areas': lazy(stylise, 'style.areas'),
  'style.structure': lazy(stylise, 'style.structure'),
  'style.paint': lazy(stylise, 'style.paint'),
  'style.tone': lazy(stylise, 'style.tone'),
  'style.lines': lazy(stylise, 'style.lines'),
  'style.ink': lazy(stylise, 'style.ink'),
  'style.cel': lazy(stylise, 'style.cel'),
  'style.alpha': lazy(stylise, 'style.alpha'),
  'sketch.strokes': lazy(stylise, 'sketch.strokes'),
  'sketch.draw': lazy(stylise, 'sketch.draw'),
  'sketch.trace': lazy(stylise, 'sketch.trace'),
} as const satisfies OpTable;
