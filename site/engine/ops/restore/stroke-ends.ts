import type { Mask } from '../../types.ts';
import { labelComponents } from '../matte/components.ts';
import { DAMAGE, type DamageParameters } from './damage-parameters.ts';

/** An end of a stroke, in pixels; `angle` (radians) points away from the stroke. */
export type StrokeEnd = { readonly x: number; readonly y: number; readonly angle: number; readonly width: number };

/**
 * Finds the ends of the strokes in a mask: pixels whose neighbourhood within the same component lies on one side of them.
 * Blots and tears have no ends, since they are wider than a stroke.
 */
export function findStrokeEnds(mask: Mask, parameters: DamageParameters = DAMAGE): readonly StrokeEnd[] {
  const { width, labels, areas } = labelComponents(mask);
  const pixels = areas.map((area) => new Int32Array(area));
  const counts = new Int32Array(areas.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) pixels[labels[i]!]![counts[labels[i]!]!++] = i;
  return pixels.flatMap((component) =>
    longerSide(component, width) < parameters.strokeEnds.minLengthPx
      ? []
      : endsOfComponent(component, { width, labels }, parameters.strokeEnds),
  );
}

type Labels = { readonly width: number; readonly labels: Int32Array };

function endsOfComponent(
  component: Int32Array,
  labels: Labels,
  { radiusPx, directionRadiusPx, minCentroidOffsetPx, maxWidthPx }: DamageParameters['strokeEnds'],
): readonly StrokeEnd[] {
  const offsets = new Float32Array(component.length);
  const nearby = { area: 0, dx: 0, dy: 0 };
  for (let k = 0; k < component.length; k++) {
    measureNeighbourhood(nearby, labels, { i: component[k]!, radius: radiusPx });
    offsets[k] = nearby.area / radiusPx > maxWidthPx ? 0 : Math.hypot(nearby.dx, nearby.dy);
  }
  const outermostFirst = Array.from(component.keys())
    .filter((k) => offsets[k]! >= minCentroidOffsetPx)
    .sort((a, b) => offsets[b]! - offsets[a]!);
  const ends: StrokeEnd[] = [];
  for (const k of outermostFirst) {
    const i = component[k]!;
    const [x, y] = [i % labels.width, Math.floor(i / labels.width)];
    if (ends.some((end) => Math.hypot(end.x - x, end.y - y) <= 2 * radiusPx)) continue;
    measureNeighbourhood(nearby, labels, { i, radius: radiusPx });
    const width = Math.max(1, nearby.area / radiusPx);
    measureNeighbourhood(nearby, labels, { i, radius: directionRadiusPx });
    ends.push({ x, y, angle: Math.atan2(-nearby.dy, -nearby.dx), width });
  }
  return ends;
}

/** Longer side of the bounding box of a component whose pixel indices ascend. */
function longerSide(component: Int32Array, width: number): number {
  let [left, right] = [width, 0];
  for (const i of component) {
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
  }
  return 1 + Math.max(right - left, Math.floor(component.at(-1)! / width) - Math.floor(component[0]! / width));
}

/** Measures the pixels of the same component within `radius` of pixel `i`: their number, and their centroid relative to `i`. */
function measureNeighbourhood(
  result: { area: number; dx: number; dy: number },
  { width, labels }: Labels,
  { i, radius }: { readonly i: number; readonly radius: number },
): void {
  const [x, y] = [i % width, Math.floor(i / width)];
  const height = labels.length / width;
  let [area, sumX, sumY] = [0, 0, 0];
  for (let dy = Math.max(-radius, -y); dy <= Math.min(radius, height - 1 - y); dy++) {
    const half = Math.floor(Math.sqrt(radius * radius - dy * dy));
    for (let dx = Math.max(-half, -x); dx <= Math.min(half, width - 1 - x); dx++) {
      if (labels[i + dy * width + dx] !== labels[i]) continue;
      area++;
      sumX += dx;
      sumY += dy;
    }
  }
  result.area = area;
  result.dx = sumX / area;
  result.dy = sumY / area;
}
