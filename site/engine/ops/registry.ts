import type { OpContext, OpTable, Value } from '../types.ts';

const matte = () => import('./groups/matte.ts').then((group) => group.matteOps);
const logo = () => import('./groups/logo.ts').then((group) => group.logoOps);
const enhance = () => import('./groups/enhance.ts').then((group) => group.enhanceOps);
const deblur = () => import('./groups/deblur.ts').then((group) => group.deblurOps);

/** The operation as the runner calls it: its group is fetched when it is first used. */
type Lazy<Op> = Op extends (inputs: infer I, params: infer P, context: OpContext) => infer O
  ? (inputs: I, params: unknown extends P ? Record<string, never> : P, context: OpContext) => Promise<Awaited<O>>
  : never;

const lazy = <Table extends OpTable, Name extends keyof Table & string>(load: () => Promise<Table>, name: Name) =>
  (async (inputs: never, params: never, context: OpContext): Promise<Value> =>
    (await load())[name]!(inputs, params, context)) as unknown as Lazy<Table[Name]>;

/** Operations without a network, by name. Those of one group are in one chunk, so that a tool loads only what it needs. */
export const ops = {
  'picture.resize': lazy(enhance, 'picture.resize'),
  'picture.mix': lazy(enhance, 'picture.mix'),
  'matte.focus': lazy(matte, 'matte.focus'),
  'matte.join': lazy(matte, 'matte.join'),
  'matte.classic': lazy(matte, 'matte.classic'),
  'matte.refine': lazy(matte, 'matte.refine'),
  'matte.clean': lazy(matte, 'matte.clean'),
  'matte.edit': lazy(matte, 'matte.edit'),
  'matte.edge': lazy(matte, 'matte.edge'),
  'matte.cut-out': lazy(matte, 'matte.cut-out'),
  'matte.crop': lazy(matte, 'matte.crop'),
  'matte.shadow': lazy(matte, 'matte.shadow'),
  'matte.backdrop': lazy(matte, 'matte.backdrop'),
  'matte.over': lazy(matte, 'matte.over'),
  'logo.clear': lazy(logo, 'logo.clear'),
  'logo.trim': lazy(logo, 'logo.trim'),
  'logo.recolour': lazy(logo, 'logo.recolour'),
  'sharpen.instant': lazy(enhance, 'sharpen.instant'),
  'sharpen.finish': lazy(enhance, 'sharpen.finish'),
  'upscale.finish': lazy(enhance, 'upscale.finish'),
  'deblur.measure': lazy(deblur, 'deblur.measure'),
  'deblur.wiener': lazy(deblur, 'deblur.wiener'),
  'deblur.richardson-lucy': lazy(deblur, 'deblur.richardson-lucy'),
} as const satisfies OpTable;
