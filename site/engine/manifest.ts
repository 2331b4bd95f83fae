/** A dimension is fixed, or the name of one that may have any size. */
export type ModelValue = {
  readonly name: string;
  readonly type: 'float32' | 'uint8' | 'int64';
  readonly shape: readonly (number | string)[];
  /** What the numbers mean, for people. */
  readonly holds: string;
};

/**
 * What a network answers to the inputs of `adapters/probe.ts` on a processor, to check a graphics chip with.
 * `scripts/models/answers.mjs` computes it; the manifest has it beside the model.
 */
export type KnownAnswer = {
  /** Maximum difference of a value, as a fraction of the output's largest magnitude. */
  readonly tolerance: number;
  readonly outputs: { readonly [name: string]: KnownOutput };
};

export type KnownOutput = {
  readonly dims: readonly number[];
  readonly min: number;
  readonly max: number;
  /** Values at positions that `models/known-answer.ts` chooses: base64 of 16-bit numbers from `min` to `max`, little-endian. */
  readonly samples: string;
};

export type Model = {
  readonly id: string;
  readonly title: string;
  /** Name beside the manifest, or the address of its owner. */
  readonly file: string;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** What it can do, such as `matte` or `inpaint`. */
  readonly role: string;
  /** `small`: takes the place of the role's default where memory runs short. */
  readonly choice: 'default' | 'best' | 'small';
  /** How it is fed. */
  readonly adapter: string;
  /** For networks that work in tiles: pixels of input that tiles share, and the size of the output. */
  readonly tile?: { readonly overlap: number; readonly scale: number };
  readonly inputs: readonly ModelValue[];
  readonly outputs: readonly ModelValue[];
  /** Without one the network runs in WebAssembly only. */
  readonly answer?: KnownAnswer;
  readonly licence: string;
  readonly notice: string;
  readonly homepage: string;
  readonly changes: readonly string[];
};

export type Manifest = {
  readonly version: 1;
  readonly models: readonly Model[];
  /** Ids of models that this site would have but lacks: their tools use the classical method. */
  readonly missing: readonly string[];
};

export const NO_MODELS: Manifest = Object.freeze({ version: 1, models: [], missing: [] });

/** The manifest, where `data` is one that this engine understands. */
export function asManifest(data: unknown): Manifest | undefined {
  const manifest = data as Partial<Manifest> | null | undefined;
  const whole = manifest?.version === 1 && Array.isArray(manifest.models) && Array.isArray(manifest.missing);
  return whole && manifest.models?.every(isModel) ? (manifest as Manifest) : undefined;
}

function isModel(data: unknown): boolean {
  const model = data as Partial<Model> | null;
  const texts = [model?.id, model?.file, model?.role, model?.adapter];
  const sized = Number.isInteger(model?.bytes) && /^[0-9a-f]{64}$/.test(model?.sha256 ?? '');
  return sized && texts.every((text) => typeof text === 'string' && text !== '');
}

/** The side, in pixels, of the only square that a network takes; null where it takes any size. */
export function fixedSideOf({ inputs }: Model): number | null {
  const side = inputs[0]?.shape.at(-1);
  return typeof side === 'number' ? side : null;
}

/** The models that can play `role`, the default first. */
export function modelsFor(manifest: Manifest, role: string): readonly Model[] {
  const candidates = manifest.models.filter((model) => model.role === role);
  const chosen = (requestedChoice: Model['choice']) => candidates.filter(({ choice }) => choice === requestedChoice);
  return [...chosen('default'), ...chosen('best')];
}

/** The manifest with each role's small model in place of the others; null where no role has one. */
export function withSmallModels({ models, ...manifest }: Manifest): Manifest | null {
  const small = models.filter(({ choice }) => choice === 'small');
  if (small.length === 0) return null;
  const others = models.filter(({ role }) => !small.some((model) => model.role === role));
  return { ...manifest, models: [...others, ...small.map((model) => ({ ...model, choice: 'default' as const }))] };
}
