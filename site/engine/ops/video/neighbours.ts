import { estimateMotion, followMotion, invertMotion, type MotionField, type Positions } from './motion.ts';
import { isValidAt, type MaskedPlane, sampleBicubic, type Vector } from './sample.ts';
import { toChromaMap, type Yuv, type YuvPlane, yuvPlanes } from './yuv.ts';

/** One frame's crop around the watermark: its planes, and which of their pixels show the picture itself. */
export type Observation = {
  readonly planes: readonly [MaskedPlane, MaskedPlane, MaskedPlane];
  /** Motion to the previous frame; null at a cut and at the start. */
  readonly toPrevious: MotionField | null;
  /** Motion from the previous frame. */
  readonly fromPrevious: MotionField | null;
};

/** Creates the observation that follows `previous`. `valid` (luma size): 1 where a pixel shows the picture, 0 under the watermark. */
export function createObservation(yuv: Yuv, valid: Uint8Array, previous: Observation | null): Observation {
  const planes = maskedPlanes(yuv, valid);
  const toPrevious = previous && estimateMotion(planes[0], previous.planes[0]);
  return { planes, toPrevious, fromPrevious: toPrevious && invertMotion(toPrevious) };
}

/** Adds maps of valid pixels to the planes; chroma is valid where all four of its pixels are. */
export function maskedPlanes(yuv: Yuv, valid: Uint8Array): Observation['planes'] {
  const covered = toChromaMap(
    valid.map((one) => (one ? 0 : 1)),
    yuv,
  );
  const chroma = covered.map((one) => (one ? 0 : 1));
  const [y, cb, cr] = yuvPlanes(yuv);
  return [
    { ...y, valid },
    { ...cb, valid: chroma },
    { ...cr, valid: chroma },
  ];
}

export type ObservationQuery = {
  /** In temporal order. */
  readonly observations: readonly Observation[];
  readonly index: number;
  /** Maximum distance in frames, in each direction. */
  readonly maxFrames: number;
};

/** Difference (0..255) of two observed values above which they disagree, and only the nearer one counts. */
const MAX_DISAGREEMENT = 24;

/**
 * Values of covered pixels as observed in earlier and later frames: tracks pixels along the motion in both directions until
 * they leave the watermark, and averages the two values weighted by proximity, unless they disagree. `pixels` are indices
 * in `planes`, which are luma alone or both chroma planes. Returns 0..255 per plane and pixel; NaN if no frame shows it.
 */
export function observeNeighbours(
  query: ObservationQuery,
  planes: readonly (0 | 1 | 2)[],
  pixels: Int32Array,
): Float32Array[] {
  const earlier = trackPixels(query, -1, { plane: planes[0] ?? 0, pixels });
  const later = trackPixels(query, 1, { plane: planes[0] ?? 0, pixels });
  return planes.map((plane) => {
    const out = new Float32Array(pixels.length);
    for (let i = 0; i < out.length; i++) {
      const [a, b] = [
        observedValue(query, plane, { tracked: earlier, i }),
        observedValue(query, plane, { tracked: later, i }),
      ];
      const [past, future] = [Math.abs(earlier.frames[i] as number), Math.abs(later.frames[i] as number)];
      if (past === 0 || future === 0) out[i] = past === 0 ? b : a;
      else if (Math.abs(a - b) > MAX_DISAGREEMENT) out[i] = past <= future ? a : b;
      else out[i] = (a * future + b * past) / (past + future);
    }
    return out;
  });
}

/** Converts coordinates between a plane and luma; a chroma pixel lies in the centre of four luma pixels. */
const toLuma = (plane: 0 | 1 | 2, at: number): number => (plane === 0 ? at : 2 * at + 0.5);
const fromLuma = (plane: 0 | 1 | 2, at: number): number => (plane === 0 ? at : (at - 0.5) / 2);

/** Position of each pixel in luma pixels, and the signed distance in frames at which it is visible; 0 if nowhere. */
type Correspondences = Positions & { readonly frames: Int16Array };

type TrackedPixels = { readonly plane: 0 | 1 | 2; readonly pixels: Int32Array };

/** Tracks pixels in one direction until each is visible. */
function trackPixels(
  { observations, index, maxFrames }: ObservationQuery,
  direction: 1 | -1,
  { plane, pixels }: TrackedPixels,
): Correspondences {
  const width = (observations[index] as Observation).planes[plane].width;
  const { length } = pixels;
  const tracked = { x: new Float64Array(length), y: new Float64Array(length), frames: new Int16Array(length) };
  const open = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const at = pixels[i] as number;
    tracked.x[i] = toLuma(plane, at % width);
    tracked.y[i] = toLuma(plane, Math.floor(at / width));
    open[i] = i;
  }
  let remaining = open.length;
  for (let step = 1; step <= maxFrames && remaining > 0; step++) {
    const frame = observations[index + direction * step];
    const motion = direction < 0 ? observations[index - step + 1]?.toPrevious : frame?.fromPrevious;
    if (!frame || !motion) break;
    const visible = frame.planes[plane];
    let kept = 0;
    for (let n = 0; n < remaining; n++) {
      const i = open[n] as number;
      followMotion(motion, tracked, i);
      const x = fromLuma(plane, tracked.x[i] as number);
      const y = fromLuma(plane, tracked.y[i] as number);
      if (isValidAt(visible, x, y)) tracked.frames[i] = direction * step;
      else open[kept++] = i;
    }
    remaining = kept;
  }
  return tracked;
}

/** The value of a tracked pixel where it is visible; NaN if nowhere. */
function observedValue(
  { observations, index }: ObservationQuery,
  plane: 0 | 1 | 2,
  { tracked, i }: { readonly tracked: Correspondences; readonly i: number },
): number {
  const distance = tracked.frames[i] as number;
  if (distance === 0) return Number.NaN;
  const { planes } = observations[index + distance] as Observation;
  return sampleBicubic(planes[plane], fromLuma(plane, tracked.x[i] as number), fromLuma(plane, tracked.y[i] as number));
}

/** Position in the previous frame of a position in this one, in pixels of `plane`; null after a cut. */
export function positionInPrevious({ toPrevious }: Observation, plane: 0 | 1 | 2, position: Vector): Vector | null {
  if (!toPrevious) return null;
  const moved = { x: Float64Array.of(toLuma(plane, position.x)), y: Float64Array.of(toLuma(plane, position.y)) };
  followMotion(toPrevious, moved, 0);
  return { x: fromLuma(plane, moved.x[0] as number), y: fromLuma(plane, moved.y[0] as number) };
}

/** A plane whose pixels are all valid. */
export const fullyValid = (plane: YuvPlane): MaskedPlane => ({
  ...plane,
  valid: new Uint8Array(plane.data.length).fill(1),
});
