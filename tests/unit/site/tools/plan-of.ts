import type { Manifest } from '../../../../site/engine/manifest.ts';
import type { Device, PictureInfo } from '../../../../site/engine/types.ts';
import type { ToolMeta } from '../../../../site/tools/meta.ts';
import { TOOLS } from '../../../../site/tools/registry.ts';
import type { Field, Options, PlanRequest, ToolPlan, ToolWork } from '../../../../site/workspace/tool.ts';

/** The tools for pictures, each with its work. */
export const pictureTools: readonly (readonly [ToolMeta, ToolWork])[] = await Promise.all(
  TOOLS.filter(({ kind }) => kind === 'image').map(async (meta) => {
    const { work } = await import(`../../../../site/tools/${meta.id}/tool.ts`);
    return [meta, work] as const;
  }),
);

/** The default options of a tool, then variants in which one choice, switch or number differs. */
export function* variants(fields: readonly Field[]): Generator<Options> {
  yield {};
  for (const field of fields) {
    if (field.kind === 'choice') for (const { value } of field.choices) yield { [field.name]: value };
    if (field.kind === 'switch') yield { [field.name]: !field.initial };
    if (field.kind === 'range') yield { [field.name]: field.max };
  }
}

const model = (id: string, role: string, adapter: string) =>
  ({
    id,
    role,
    adapter,
    title: id,
    file: `${id}.onnx`,
    bytes: 1000,
    sha256: '',
    choice: 'default',
    inputs: [],
    outputs: [],
    licence: '',
    notice: '',
    homepage: '',
    changes: [],
  }) as const;

/** Models as `config/models.yaml` lists them. */
const FILE_BYTES: { readonly [id: string]: number } = {
  migan: 14_181_835,
  'sam-encoder': 14_252_655,
  'sam-decoder': 8_402_107,
  u2netp: 2_342_617,
  'upscale-photo': 2_452_807,
  'upscale-double': 354_865,
  sharpen: 359_792,
  unblur: 359_792,
  'upscale-drawing': 1_256_566,
  maxim: 15_394_105,
  fdncnn: 1_346_169,
  denoise: 938_476,
  'overlay-finder': 1_618_648,
  'text-detector': 1_322_306,
  'people-detector': 3_794_347,
};

/** Every model that these tools can use. */
export const MANIFEST: Manifest = {
  version: 1,
  models: [
    model('u2netp', 'matte', 'u2net'),
    model('upscale-photo', 'upscale-photo', 'srvgg'),
    model('upscale-double', 'upscale-double', 'doubler'),
    model('sharpen', 'sharpen', 'sharpener'),
    model('unblur', 'finish-deblur', 'sharpener'),
    model('upscale-drawing', 'upscale-drawing', 'srvgg'),
    model('maxim', 'deblur', 'maxim'),
    model('fdncnn', 'denoise', 'fdncnn'),
    model('denoise', 'denoise-without-chip', 'denoiser'),
    model('migan', 'inpaint', 'migan'),
    model('text-detector', 'detect-text', 'dbnet'),
    model('overlay-finder', 'find-overlay', 'overlay'),
    model('people-detector', 'detect-people', 'nanodet'),
    model('face-detector', 'detect-face', 'tiny-face'),
    model('damage', 'find-damage', 'unet'),
    model('sam-encoder', 'segment-encode', 'sam-encoder'),
    model('sam-decoder', 'segment-decode', 'sam-decoder'),
  ],
  missing: [],
};

/** The same with the real sizes of the shipped files, in bytes. */
export const SHIPPED: Manifest = {
  ...MANIFEST,
  models: MANIFEST.models.map((one) => ({ ...one, bytes: FILE_BYTES[one.id] ?? one.bytes })),
};

/** A computer without a graphics chip. */
export const DEVICE: Device = {
  cores: 4,
  memoryGb: 8,
  mobile: false,
  isolated: true,
  wasmSimd: true,
  gpu: null,
  canvas: { area: 1e8, side: 16384 },
  offscreenCanvas: true,
  imageDecoder: true,
  webCodecs: true,
  opfs: true,
  clipboardWrite: true,
  writesWebp: true,
};
export const GPU: Device = { ...DEVICE, gpu: { maxBufferBytes: 1e9, maxTextureSide: 8192, half: false } };

/** A photograph of 800 × 600. */
export const INFO: PictureInfo = {
  width: 800,
  height: 600,
  type: 'image/jpeg',
  bytes: 1,
  animated: false,
  colorSpace: 'srgb',
  bitsPerChannel: 8,
  hasAlpha: false,
  metadata: { exif: false, gps: false, xmp: false, profile: false },
};

type Change = { readonly options?: Options } & Partial<Omit<PlanRequest, 'options'>>;

/** The plan of a tool with its default options, some of them changed, and a mask. Throws the error of a rejected plan. */
export function planOf(
  tool: ToolWork,
  { options, size = { width: 800, height: 600 }, ...rest }: Change = {},
): ToolPlan {
  const defaults = Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial]));
  const request = {
    options: { ...defaults, ...options },
    size,
    info: { ...INFO, ...size },
    device: DEVICE,
    manifest: MANIFEST,
    given: tool.mask ? ['mask'] : [],
    preview: false,
    ...rest,
  };
  const outcome = tool.plan(request);
  if (!outcome.ok) throw new Error(outcome.error.code);
  return outcome.value;
}

/** Names of the operations, in order. */
export const names = (plan: ToolPlan) => plan.steps.map(({ op }) => op);
