import type { Mask, Plane, Size } from '../../types.ts';

/** Connected components of a mask: `labels` holds 0 outside and 1, 2 … inside; `areas[label]` counts pixels. */
export type Components = Size & { readonly labels: Int32Array; readonly areas: readonly number[] };

/** Labels the 4-connected components of the masked pixels (above 0). */
export function labelComponents({ width, height, data }: Mask): Components {
  const labels = new Int32Array(data.length);
  const areas: number[] = [0];
  const stack = new Int32Array(data.length);
  for (let start = 0; start < data.length; start++) {
    if (data[start] === 0 || labels[start] !== 0) continue;
    const label = areas.length;
    let area = 0;
    let depth = 0;
    labels[start] = label;
    stack[depth++] = start;
    const visit = (i: number) => {
      if (data[i] === 0 || labels[i] !== 0) return;
      labels[i] = label;
      stack[depth++] = i;
    };
    while (depth > 0) {
      const i = stack[--depth]!;
      area++;
      const x = i % width;
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      if (i >= width) visit(i - width);
      if (i < data.length - width) visit(i + width);
    }
    areas.push(area);
  }
  return { width, height, labels, areas };
}

/** 255 where the plane is at least `level`. */
export function threshold({ width, height, data }: Plane, level: number): Mask {
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) out[i] = data[i]! >= level ? 255 : 0;
  return { width, height, data: out };
}

/** 255 where the mask is 0, else 0. */
export const invertMask = ({ width, height, data }: Mask): Mask => ({
  width,
  height,
  data: data.map((value) => (value === 0 ? 255 : 0)),
});

/** Labels of the components that touch the border of the picture. */
export function borderLabels({ width, height, labels }: Components): ReadonlySet<number> {
  const found = new Set<number>();
  for (let x = 0; x < width; x++) found.add(labels[x]!).add(labels[(height - 1) * width + x]!);
  for (let y = 0; y < height; y++) found.add(labels[y * width]!).add(labels[y * width + width - 1]!);
  found.delete(0);
  return found;
}

export type CleanOptions = {
  /** Islands smaller than this fraction of the largest component are removed. */
  readonly islands: number;
  /** Holes smaller than this fraction of the largest component are filled. */
  readonly holes: number;
};

/** Removes stray islands from a matte (0..1), and fills small holes inside the subject. */
export function cleanMatte(matte: Plane, { islands, holes }: CleanOptions): Plane {
  // Threshold at 0.05, so that an island is removed together with its soft rim.
  const parts = labelComponents(threshold(matte, 0.05));
  const largest = Math.max(0, ...parts.areas);
  const out = Float32Array.from(matte.data, (value, i) => {
    const label = parts.labels[i]!;
    return label === 0 ? 0 : parts.areas[label]! < islands * largest ? 0 : value;
  });
  const open = labelComponents(invertMask(threshold({ ...matte, data: out }, 0.5)));
  const outside = borderLabels(open);
  for (let i = 0; i < out.length; i++) {
    const label = open.labels[i]!;
    if (label !== 0 && !outside.has(label) && open.areas[label]! < holes * largest) out[i] = 1;
  }
  return { width: matte.width, height: matte.height, data: out };
}
