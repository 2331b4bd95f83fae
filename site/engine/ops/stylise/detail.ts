import type { Plane, Planes } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { emptyPlane, lumaPlane, planeOf } from '../planes.ts';
import { smooth } from './areas.ts';
import type { PaintInput } from './paint.ts';

/** How far a stroke stands out from its ground, in luma, and how uneven the ground of strokes may be. */
const STANDS_OUT = { from: 0.13, to: 0.24 } as const;
const GROUND = { from: 0.04, to: 0.08 } as const;
/** Greatest mean difference of the channels, 0..1, in a picture that counts as grey. */
const HARDLY_COLOURED = 0.02;
/** Small dabs; more than this is not painted at all, in the end. */
const SMALL_DABS = 0.6;

export type DetailOptions = {
  /** Pixels of the window in which strokes are told from their ground. */
  readonly radius: number;
  /** Whether the picture is fine enough for small dabs all over. */
  readonly fine: boolean;
};

/**
 * How much must stay readable, 0..1: near 1 where thin strokes stand on a calm ground, as letters do, and lattices
 * against the sky: what a closing or an opening takes away (Serra 1982, “top hat”) and leaves calm. A fine picture without
 * colour has at least 0.6 everywhere, as brightness alone tells its shapes.
 */
export function detailPlane(picture: Planes, { radius, fine }: DetailOptions): Plane {
  const luma = lumaPlane(picture);
  const out = emptyPlane(luma);
  if (fine && isGrey(picture)) out.data.fill(SMALL_DABS);
  const reach = Math.max(1, Math.round(radius / 2));
  const sides = [1, -1].map((sign) => strokesOf({ ...luma, data: luma.data.map((value) => sign * value) }, reach));
  const [dark, light] = sides.map((plane) => ({ own: plane.data, near: boxBlur(plane, radius).data })) as [Side, Side];
  // Strokes that are dark and light at once are noise rather than letters.
  const only = (side: Side, other: Side, i: number) => side.own[i]! * (1 - smooth(0.05, 0.2, other.near[i]!));
  const strokes = dark.own.map((_, i) => Math.max(only(dark, light, i), only(light, dark, i)));
  const wider = greatest({ ...luma, data: strokes }, Math.ceil(reach / 3));
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(out.data[i]!, wider.data[i]!);
  return out;
}

type Side = { readonly own: Float32Array<ArrayBuffer>; readonly near: Float32Array<ArrayBuffer> };

/** Strokes darker than their ground, which is what a closing leaves. */
function strokesOf(plane: Plane, reach: number): Plane {
  const ground = negated(greatest(negated(greatest(plane, reach)), reach));
  const mean = boxBlur(ground, 2 * reach).data;
  const squares = boxBlur({ ...ground, data: ground.data.map((value) => value * value) }, 2 * reach).data;
  const data = ground.data.map((value, i) => {
    const uneven = Math.sqrt(Math.max(0, squares[i]! - mean[i]! ** 2));
    const calm = 1 - smooth(GROUND.from, GROUND.to, uneven);
    return calm * smooth(STANDS_OUT.from, STANDS_OUT.to, value - plane.data[i]!);
  });
  return { ...plane, data };
}

const negated = (plane: Plane): Plane => ({ ...plane, data: plane.data.map((value) => -value) });

/** The greatest number within `reach` of each pixel, in a square. */
function greatest({ width, height, data }: Plane, reach: number): Plane {
  const rows = greatestAlong(data, { lines: height, length: width, next: width, step: 1 }, reach);
  return { width, height, data: greatestAlong(rows, { lines: width, length: height, next: 1, step: width }, reach) };
}

type Lines = { readonly lines: number; readonly length: number; readonly next: number; readonly step: number };

/** The same along lines, in a time that does not grow with `reach` (van Herk 1992; Gil and Werman 1993). */
function greatestAlong(data: Float32Array, { lines, length, next, step }: Lines, reach: number) {
  const out = new Float32Array(data.length);
  const span = 2 * reach + 1;
  const padded = span * Math.ceil((length + 2 * reach) / span);
  const since = new Float32Array(padded);
  const until = new Float32Array(padded).fill(Number.NEGATIVE_INFINITY);
  for (let line = 0; line < lines; line++) {
    const first = line * next;
    for (let i = 0; i < length; i++) until[i + reach] = data[first + i * step]!;
    until.fill(Number.NEGATIVE_INFINITY, 0, reach);
    until.fill(Number.NEGATIVE_INFINITY, length + reach);
    for (let i = 0; i < padded; i++) since[i] = i % span === 0 ? until[i]! : Math.max(since[i - 1]!, until[i]!);
    for (let i = padded - 2; i >= 0; i--) if ((i + 1) % span !== 0) until[i] = Math.max(until[i]!, until[i + 1]!);
    for (let i = 0; i < length; i++) out[first + i * step] = Math.max(until[i]!, since[i + 2 * reach]!);
  }
  return out;
}

type Painting = Omit<PaintInput, 'fine'> & {
  /** Faces, the sky, and what must stay readable. */
  readonly areas: Planes;
};

/** A painting with small dabs on faces and detail, in which the photo shows through where most is to be read. */
export async function paintedBy(brush: (input: PaintInput) => Promise<Planes>, painting: Painting): Promise<Planes> {
  const { picture, flow, areas } = painting;
  const [faces, , detail] = areas.planes as readonly [Float32Array, Float32Array, Float32Array];
  const fine = { ...planeOf(areas, 0), data: faces.map((face, i) => Math.max(face, detail[i]!)) };
  return withDetail(await brush({ picture, flow, fine }), picture, detail);
}

function withDetail(painted: Planes, photo: Planes, detail: Float32Array): Planes {
  const shares = detail.map((value) => smooth(SMALL_DABS, 1, value));
  const planes = painted.planes.map((plane, c) =>
    plane.map((value, i) => value + shares[i]! * (photo.planes[c]![i]! - value)),
  );
  return { ...painted, planes };
}

function isGrey({ planes }: Planes): boolean {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const sum = green.reduce((total, g, i) => total + Math.abs(red[i]! - g) + Math.abs(blue[i]! - g), 0);
  return sum < 2 * HARDLY_COLOURED * green.length;
}
