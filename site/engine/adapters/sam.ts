import { mapTo } from '../ops/map-to.ts';
import { planeOf, rgbPlanes, stackPlanes } from '../ops/planes.ts';
import { fitInside, resizePixels, resizePlane } from '../ops/resize/resize.ts';
import type { Mask, Pixels, Plane, Planes, Size } from '../types.ts';
import type { EmbedAdapter, SelectAdapter } from './adapter.ts';
import { AS_IS, asOpaque, IMAGENET, inputName, output, planesTensor, sigmoid } from './tensors.ts';

/** Sides of the encoder's square input and of the decoder's square logits. */
const INPUT_PX = 1024;
const LOGITS_PX = 256;

/** Logits of a given matte are clamped to ± this. */
const MAX_LOGIT = 8;

const encoderInput = (picture: Pixels): Pixels =>
  asOpaque(resizePixels(picture, { ...scaledTo(picture, INPUT_PX), kernel: 'area', linear: false }));

/** Size with a longer side of `side`. Unlike `fitInside` it also enlarges: training pictures filled the square. */
function scaledTo({ width, height }: Size, side: number): Size {
  const scale = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Encoder of SAM (https://github.com/facebookresearch/segment-anything): normalised, zeros right and below. */
export const samEncoder: EmbedAdapter = {
  task: 'embed',
  cost: { bytes: { run: 285e6 }, seconds: { wasm: { run: 5 } } },
  prepare: (picture, model) => {
    const small = rgbPlanes(encoderInput(picture));
    const tensor = planesTensor(small, IMAGENET);
    const parts: Planes = { ...small, planes: split(tensor.data as Float32Array<ArrayBuffer>, 3) };
    const square = stackPlanes(parts.planes.map((_, index) => pad(planeOf(parts, index))));
    return { [inputName(model)]: planesTensor(square, AS_IS) };
  },
  read: (results, model) => output(results, model).data as Float32Array,
};

/** Encoder that normalises and pads by itself: `[height, width, 3]` in 0..255. */
export const samEncoderBytes: EmbedAdapter = {
  ...samEncoder,
  prepare: (picture, model) => {
    const { width, height, data } = encoderInput(picture);
    const rgb = new Float32Array(width * height * 3);
    for (let i = 0; i < width * height; i++) {
      for (let channel = 0; channel < 3; channel++) rgb[3 * i + channel] = data[4 * i + channel]!;
    }
    return { [inputName(model)]: { type: 'float32', dims: [height, width, 3], data: rgb } };
  },
};

function split(data: Float32Array<ArrayBuffer>, count: number): readonly Float32Array<ArrayBuffer>[] {
  const length = data.length / count;
  return Array.from({ length: count }, (_, index) => data.subarray(index * length, (index + 1) * length));
}

function pad({ width, height, data }: Plane): Plane {
  const square = new Float32Array(INPUT_PX * INPUT_PX);
  for (let y = 0; y < height; y++) square.set(data.subarray(y * width, (y + 1) * width), y * INPUT_PX);
  return { width: INPUT_PX, height: INPUT_PX, data: square };
}

/**
 * Decoder of SAM. Labels of points: 1 inside, 0 outside, 2 and 3 corners of the box, -1 padding where there is no box.
 */
export const samDecoder: SelectAdapter = {
  task: 'select',
  cost: { bytes: { run: 60e6 }, seconds: { wasm: { run: 0.4 } } },
  prepare: ({ embedding, size, prompt, earlier }) => {
    const { points, box } = prompt;
    const scale = INPUT_PX / Math.max(size.width, size.height);
    const corners = box ? [box.x, box.y, box.x + box.width, box.y + box.height].map((value) => value * scale) : [0, 0];
    const coords = [...points.flatMap(({ x, y }) => [x * scale, y * scale]), ...corners];
    const labels = [...points.map(({ inside }) => (inside ? 1 : 0)), ...(box ? [2, 3] : [-1])];
    // The network need not compute a large mask: `selectionMask` makes it from the logits.
    const small = fitInside(size, LOGITS_PX);
    const floats = (dims: readonly number[], data: Float32Array) => ({ type: 'float32', dims, data }) as const;
    return {
      image_embeddings: floats([1, 256, 64, 64], embedding),
      point_coords: floats([1, labels.length, 2], Float32Array.from(coords)),
      point_labels: floats([1, labels.length], Float32Array.from(labels)),
      mask_input: floats([1, 1, LOGITS_PX, LOGITS_PX], earlier ?? new Float32Array(LOGITS_PX * LOGITS_PX)),
      has_mask_input: floats([1], Float32Array.of(earlier ? 1 : 0)),
      orig_im_size: floats([2], Float32Array.of(small.height, small.width)),
    };
  },
  read: (results, model) => ({
    logits: Float32Array.from(output(results, model, 2).data as Float32Array),
    quality: Number(output(results, model, 1).data[0]),
  }),
};

/** Logits (256 × 256) of a selection that equals a matte (0..1), to be refined by the decoder. */
export function logitsOf(matte: Plane): Float32Array<ArrayBuffer> {
  const { width, data } = resizePlane(matte, scaledTo(matte, LOGITS_PX), 'area');
  const logits = new Float32Array(LOGITS_PX * LOGITS_PX).fill(-MAX_LOGIT);
  for (let i = 0; i < data.length; i++) {
    const opacity = Math.min(1, Math.max(0, data[i]!));
    const value = Math.log(Math.max(1e-9, opacity) / Math.max(1e-9, 1 - opacity));
    logits[Math.floor(i / width) * LOGITS_PX + (i % width)] = Math.min(MAX_LOGIT, Math.max(-MAX_LOGIT, value));
  }
  return logits;
}

/** The logits of a selection at the picture's size. */
function enlargedLogits(logits: Float32Array<ArrayBuffer>, size: Size): Plane {
  const { width, height } = scaledTo(size, LOGITS_PX);
  const cut = new Float32Array(width * height);
  for (let y = 0; y < height; y++) cut.set(logits.subarray(y * LOGITS_PX, y * LOGITS_PX + width), y * width);
  return resizePlane({ width, height, data: cut }, size, 'linear');
}

/** Probability that each pixel belongs to a selection, 0..1, at the picture's size. */
export function selectionPlane(logits: Float32Array<ArrayBuffer>, size: Size): Plane {
  const { width, height, data } = enlargedLogits(logits, size);
  return { width, height, data: data.map(sigmoid) };
}

/** The mask of a selection at the picture's size: 255 where the logits are above 0. */
export function selectionMask(logits: Float32Array<ArrayBuffer>, { width, height }: Size): Mask {
  const { data } = enlargedLogits(logits, { width, height });
  return { width, height, data: mapTo(Uint8Array, data, (value) => (value > 0 ? 255 : 0)) };
}
