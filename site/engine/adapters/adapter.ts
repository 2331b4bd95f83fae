/** How kinds of networks are fed, read, timed and tested: one object for each. Types only. */
import type { Model } from '../manifest.ts';
import type { Backend, Box, Mask, Network, OpContext, Pixels, Plane, Planes, Size, Tensors } from '../types.ts';

/** Seconds of one run, of one tile, or of one megapixel of input. */
export type Seconds = { readonly run: number } | { readonly tile: number } | { readonly megapixel: number };

/**
 * Bytes that one run holds besides twice its file, or bytes for each pixel of a tile: growth of the heap of WebAssembly on
 * one thread, which is the same with and without the runtime's arena and memory patterns. Measured by
 * `tests/bench/memory/networks.mjs`; estimated for networks that are not shipped.
 */
export type Bytes = { readonly run: number } | { readonly tilePixel: number };

export type Cost = {
  readonly bytes: Bytes;
  /** Time on a computer of 2024: on one thread of WebAssembly, and on its graphics chip where the network runs there. */
  readonly seconds: { readonly wasm: Seconds } & { readonly [backend in Backend]?: Seconds };
};

/** What every adapter states. `Task`: the operations that accept it. */
type AdapterFor<Task extends string> = {
  readonly task: Task;
  readonly cost: Cost;
};

/** Opacity of the subject. */
export type MatteAdapter = AdapterFor<'matte'> & {
  readonly prepare: (picture: Pixels, model: Model) => Tensors;
  /** 0..1, at the network's own size. */
  readonly read: (results: Tensors, model: Model) => Plane;
};

/** Fills holes. `crop` has the size of the hole's mask and of the result. */
export type InpaintAdapter = AdapterFor<'inpaint'> & {
  readonly prepare: (crop: Pixels, hole: Mask, model: Model) => Tensors;
  readonly read: (results: Tensors, crop: Pixels, model: Model) => Pixels;
};

/** Embeds a picture, once for all selections in it. */
export type EmbedAdapter = AdapterFor<'embed'> & {
  readonly prepare: (picture: Pixels, model: Model) => Tensors;
  readonly read: (results: Tensors, model: Model) => Float32Array;
};

/** What the user clicked, in pixels of the picture. */
export type Prompt = {
  readonly points: readonly { readonly x: number; readonly y: number; readonly inside: boolean }[];
  readonly box: Box | null;
};

/** `quality`: the network's own estimate, 0..1. */
export type Selection = { readonly logits: Float32Array<ArrayBuffer>; readonly quality: number };

export type SelectInput = {
  readonly embedding: Float32Array;
  /** Of the picture. */
  readonly size: Size;
  readonly prompt: Prompt;
  /** Logits of an earlier selection that this one refines. */
  readonly earlier: Float32Array | null;
};

/** Selects an object in an embedded picture. */
export type SelectAdapter = AdapterFor<'select'> & {
  readonly prepare: (input: SelectInput, model: Model) => Tensors;
  readonly read: (results: Tensors, model: Model) => Selection;
};

/** Sharpens, denoises or enlarges a picture tile by tile. */
export type TiledAdapter = AdapterFor<'tiles'> & {
  /** Names and tensors for one tile of RGB in 0..1. */
  readonly prepare: (tile: Planes, model: Model, strength: number) => Tensors;
  readonly read: (results: Tensors, model: Model) => Planes;
  /** Sides of the input are multiples of this where the model states no fixed size; tiles are padded by mirroring. */
  readonly multiple: number;
};

/** Probability of text. */
export type TextAdapter = AdapterFor<'find-text'> & {
  /** `longSide`: the longer side of the input, at most. */
  readonly prepare: (picture: Pixels, longSide: number, model: Model) => Tensors;
  /** 0..1, at the size of the input. */
  readonly read: (results: Tensors, model: Model) => Plane;
};

/** Probability that a pixel was drawn over the picture. */
export type OverlayAdapter = AdapterFor<'find-overlay'> & {
  readonly prepare: (picture: Pixels, model: Model) => Tensors;
  /** 0..1, at the picture's size. */
  readonly read: (results: Tensors, size: Size, model: Model) => Plane;
};

/** Damage of a print. */
export type DamageAdapter = AdapterFor<'find-damage'> & {
  /** Logits at the picture's size. */
  readonly run: (picture: Pixels, network: Network, context: OpContext) => Promise<Plane>;
};

/** A detected face or person, in pixels of the picture. `score`: 0..1. */
export type Detection = Box & { readonly score: number };

/** A picture scaled so that its longer side is `side` pixels. */
export type ScaledPicture = { readonly picture: Size; readonly side: number };

/** Boxes of faces or people. */
export type DetectAdapter<Task extends 'find-faces' | 'find-people'> = AdapterFor<Task> & {
  /** Longer sides of the passes, rising: the first finds large objects, the others small ones. */
  readonly sides: readonly number[];
  readonly prepare: (picture: Pixels, side: number, model: Model) => Tensors;
  readonly read: (results: Tensors, input: ScaledPicture, model: Model) => readonly Detection[];
};

/** Colours of a grey picture. */
export type ColourAdapter = AdapterFor<'colour'> & {
  readonly prepare: (picture: Pixels, model: Model) => Tensors;
  readonly read: (results: Tensors, picture: Pixels, model: Model) => Pixels;
};

/** Another picture of the same size: a restored face, a photo drawn as in a film. */
export type RedrawAdapter = AdapterFor<'redraw'> & {
  readonly prepare: (picture: Pixels, model: Model) => Tensors;
  readonly read: (results: Tensors, picture: Pixels, model: Model) => Pixels;
};

export type Adapter =
  | MatteAdapter
  | InpaintAdapter
  | EmbedAdapter
  | SelectAdapter
  | TiledAdapter
  | TextAdapter
  | OverlayAdapter
  | DamageAdapter
  | DetectAdapter<'find-faces'>
  | DetectAdapter<'find-people'>
  | ColourAdapter
  | RedrawAdapter;

/** Adapters by the name that `config/models.yaml` gives them. */
export type Adapters = { readonly [name: string]: Adapter };
