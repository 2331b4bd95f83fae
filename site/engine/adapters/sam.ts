import type { Model } from '../manifest.ts';
import { planeOf, rgbPlanes, stackPlanes } from '../ops/planes.ts';
import { fitInside, resizePixels, resizePlane } from '../ops/resize/resize.ts';
import type { Mask, Pixels, Plane, Planes, Size, Tensors } from '../types.ts';
import { asOpaque, IMAGENET, inputName, output, planesTensor, sigmoid } from './tensors.ts';

/** Side of the square that the encoder sees, and of the logits that the decoder gives. */
const SEEN = 1024;
const LOGITS = 256;

/** Logits of what is certain. */
const SURE = 8;

export type SamEncoder = (picture: Pixels, model: Model) => Tensors;

const seen = (picture: Pixels): Pixels =>
  asOpaque(resizePixels(picture, { ...scaleTo(picture, SEEN), kernel: 'area', linear: false }));

/** Unlike `fitInside` it also enlarges: the encoder was trained on pictures that fill its square. */
function scaleTo({ width, height }: Size, side: number): Size {
  const scale = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Encoder of SAM (https://github.com/facebookresearch/segment-anything): normalised, zeros right and below. */
export const samEncoder: SamEncoder = (picture, model) => {
  const small = rgbPlanes(seen(picture));
  const tensor = planesTensor(small, IMAGENET);
  const parts: Planes = { ...small, planes: split(tensor.data as Float32Array<ArrayBuffer>, 3) };
  const square = stackPlanes(parts.planes.map((_, index) => pad(planeOf(parts, index))));
  return { [inputName(model)]: planesTensor(square, { mean: [], deviation: [] }) };
};

/** Encoder that normalises and pads by itself: `[height, width, 3]` in 0..255. */
export const samEncoderBytes: SamEncoder = (picture, model) => {
  const { width, height, data } = seen(picture);
  const rgb = new Float32Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    for (let channel = 0; channel < 3; channel++) rgb[3 * i + channel] = data[4 * i + channel] as number;
  }
  return { [inputName(model)]: { type: 'float32', dims: [height, width, 3], data: rgb } };
};

function split(data: Float32Array<ArrayBuffer>, count: number): readonly Float32Array<ArrayBuffer>[] {
  const length = data.length / count;
  return Array.from({ length: count }, (_, index) => data.subarray(index * length, (index + 1) * length));
}

function pad({ width, height, data }: Plane): Plane {
  const square = new Float32Array(SEEN * SEEN);
  for (let y = 0; y < height; y++) square.set(data.subarray(y * width, (y + 1) * width), y * SEEN);
  return { width: SEEN, height: SEEN, data: square };
}

/** What was clicked, in pixels of the picture. */
export type Prompt = {
  readonly points: readonly { readonly x: number; readonly y: number; readonly inside: boolean }[];
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
};

export type Selection = { readonly logits: Float32Array<ArrayBuffer>; readonly quality: number };

export type DecoderInput = {
  readonly embedding: Float32Array;
  /** Of the picture. */
  readonly size: Size;
  readonly prompt: Prompt;
  /** Logits of an earlier selection that this one refines. */
  readonly earlier: Float32Array | null;
};

/** Feeds of the decoder. Labels: 1 in, 0 out, 2 and 3 corners of the box, -1 fills up where there is no box. */
export function samPrompt({ embedding, size, prompt, earlier }: DecoderInput): Tensors {
  const { points, box } = prompt;
  const scale = SEEN / Math.max(size.width, size.height);
  const corners = box ? [box.x, box.y, box.x + box.width, box.y + box.height].map((value) => value * scale) : [0, 0];
  const coords = [...points.flatMap(({ x, y }) => [x * scale, y * scale]), ...corners];
  const labels = [...points.map(({ inside }) => (inside ? 1 : 0)), ...(box ? [2, 3] : [-1])];
  // The full mask is made here from the logits, so the network need not make a large one.
  const small = fitInside(size, LOGITS);
  const floats = (dims: readonly number[], data: Float32Array) => ({ type: 'float32', dims, data }) as const;
  return {
    image_embeddings: floats([1, 256, 64, 64], embedding),
    point_coords: floats([1, labels.length, 2], Float32Array.from(coords)),
    point_labels: floats([1, labels.length], Float32Array.from(labels)),
    mask_input: floats([1, 1, LOGITS, LOGITS], earlier ?? new Float32Array(LOGITS * LOGITS)),
    has_mask_input: floats([1], Float32Array.of(earlier ? 1 : 0)),
    orig_im_size: floats([2], Float32Array.of(small.height, small.width)),
  };
}

export function readSelection(results: Tensors, model: Model): Selection {
  const logits = Float32Array.from(output(results, model, 2).data as Float32Array);
  return { logits, quality: Number(output(results, model, 1).data[0]) };
}

/** Logits as an earlier selection would have left them that chose what a matte (0..1) shows. */
export function logitsOf(matte: Plane): Float32Array<ArrayBuffer> {
  const { width, data } = resizePlane(matte, scaleTo(matte, LOGITS), 'area');
  const logits = new Float32Array(LOGITS * LOGITS).fill(-SURE);
  for (let i = 0; i < data.length; i++) {
    const share = Math.min(1, Math.max(0, data[i] as number));
    const value = Math.log(Math.max(1e-9, share) / Math.max(1e-9, 1 - share));
    logits[Math.floor(i / width) * LOGITS + (i % width)] = Math.min(SURE, Math.max(-SURE, value));
  }
  return logits;
}

/** The logits of a selection at the picture's size. */
function enlarged(logits: Float32Array<ArrayBuffer>, size: Size): Plane {
  const { width, height } = scaleTo(size, LOGITS);
  const cut = new Float32Array(width * height);
  for (let y = 0; y < height; y++) cut.set(logits.subarray(y * LOGITS, y * LOGITS + width), y * width);
  return resizePlane({ width, height, data: cut }, size, 'linear');
}

/** How much each pixel belongs to a selection, 0..1, at the picture's size. */
export function selectionPlane(logits: Float32Array<ArrayBuffer>, size: Size): Plane {
  const { width, height, data } = enlarged(logits, size);
  return { width, height, data: data.map(sigmoid) };
}

/** The mask of a selection at the picture's size: 255 where the logits are above 0. */
export function selectionMask(logits: Float32Array<ArrayBuffer>, size: Size): Mask {
  const whole = enlarged(logits, size);
  return {
    width: size.width,
    height: size.height,
    data: Uint8Array.from(whole.data, (value) => (value > 0 ? 255 : 0)),
  };
}
