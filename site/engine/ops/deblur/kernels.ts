import type { Plane, Size } from '../../types.ts';
import { emptyPlane } from '../planes.ts';

/** How a picture was blurred. Lengths in pixels, angles in degrees from the x axis towards the y axis (down). */
export type BlurModel =
  | { readonly kind: 'gaussian'; readonly sigma: number }
  | { readonly kind: 'defocus'; readonly radius: number }
  | { readonly kind: 'motion'; readonly length: number; readonly angle: number }
  | { readonly kind: 'path'; readonly points: readonly (readonly [x: number, y: number])[] };

/** Samples along one side of a pixel when the share of a disk or line in it is measured. */
const FINE = 8;

/** The blur of a point: a square plane of odd side, centred, whose sum is 1. */
export function kernelOf(model: BlurModel): Plane {
  switch (model.kind) {
    case 'gaussian':
      return gaussian(Math.max(model.sigma, 0.05));
    case 'defocus':
      return disk(Math.max(model.radius, 0.1));
    case 'motion':
      return line(Math.max(model.length, 0), (model.angle * Math.PI) / 180);
    case 'path':
      return path(model.points);
  }
}

const square = (radius: number): Size => ({ width: 2 * radius + 1, height: 2 * radius + 1 });

function normalised(plane: Plane): Plane {
  const sum = plane.data.reduce((total, value) => total + value, 0);
  return { ...plane, data: plane.data.map((value) => value / sum) };
}

function gaussian(sigma: number): Plane {
  const radius = Math.max(1, Math.ceil(4 * sigma));
  const out = emptyPlane(square(radius));
  for (let y = -radius, i = 0; y <= radius; y++)
    for (let x = -radius; x <= radius; x++, i++) out.data[i] = Math.exp(-(x * x + y * y) / (2 * sigma * sigma));
  return normalised(out);
}

function disk(limit: number): Plane {
  const radius = Math.ceil(limit);
  const out = emptyPlane(square(radius));
  for (let y = -radius, i = 0; y <= radius; y++)
    for (let x = -radius; x <= radius; x++, i++) {
      let inside = 0;
      for (let v = 0; v < FINE; v++)
        for (let u = 0; u < FINE; u++)
          if (Math.hypot(x + (u + 0.5) / FINE - 0.5, y + (v + 0.5) / FINE - 0.5) <= limit) inside++;
      out.data[i] = inside;
    }
  return normalised(out);
}

const line = (length: number, angle: number): Plane => {
  const [x, y] = [(Math.cos(angle) * length) / 2, (Math.sin(angle) * length) / 2];
  return path([
    [-x, -y],
    [x, y],
  ]);
};

/** Even speed along a polyline; each sample is shared among its four nearest pixels, and the whole is centred. */
function path(points: readonly (readonly [number, number])[]): Plane {
  const samples = walk(points.length > 0 ? points : [[0, 0]]);
  const centreX = samples.reduce((sum, [x]) => sum + x, 0) / samples.length;
  const centreY = samples.reduce((sum, [, y]) => sum + y, 0) / samples.length;
  const moved = samples.map(([x, y]) => [x - centreX, y - centreY] as const);
  const radius = Math.ceil(Math.max(0, ...moved.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))))) + 1;
  const out = emptyPlane(square(radius));
  const add = (x: number, y: number, share: number) => {
    const at = (y + radius) * out.width + x + radius;
    if (share > 0) out.data[at] = out.data[at]! + share;
  };
  for (const [x, y] of moved) {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, down] = [x - left, y - top];
    add(left, top, (1 - right) * (1 - down));
    add(left + 1, top, right * (1 - down));
    add(left, top + 1, (1 - right) * down);
    add(left + 1, top + 1, right * down);
  }
  return normalised(out);
}

function walk(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const samples: (readonly [number, number])[] = points.length === 1 ? [points[0]!] : [];
  for (let i = 1; i < points.length; i++) {
    const [fromX, fromY] = points[i - 1]!;
    const [toX, toY] = points[i]!;
    const count = Math.max(1, Math.round(Math.hypot(toX - fromX, toY - fromY) * FINE));
    for (let k = 0; k < count; k++) {
      const share = (k + 0.5) / count;
      samples.push([fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]);
    }
  }
  return samples;
}
