import type { Mask, Plane, Size } from '../../types.ts';

/** Connected parts of a mask: `labels` holds 0 outside and 1, 2 … inside; `areas[label]` counts pixels. */
export type Parts = Size & { readonly labels: Int32Array; readonly areas: readonly number[] };

/** Parts of what the mask chooses; pixels that touch by a side belong together. */
export function partsOf({ width, height, data }: Mask): Parts {
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

/** 255 where the mask has 0, and the other way round. */
export const inverted = ({ width, height, data }: Mask): Mask => ({
  width,
  height,
  data: data.map((value) => (value === 0 ? 255 : 0)),
});

/** Labels that touch the border of the picture. */
export function borderLabels({ width, height, labels }: Parts): ReadonlySet<number> {
  const found = new Set<number>();
  for (let x = 0; x < width; x++) found.add(labels[x]!).add(labels[(height - 1) * width + x]!);
  for (let y = 0; y < height; y++) found.add(labels[y * width]!).add(labels[y * width + width - 1]!);
  found.delete(0);
  return found;
}

export type CleanOptions = {
  /** Islands below this share of the largest part go. */
  readonly islands: number;
  /** Holes below this share of the largest part are filled. */
  readonly holes: number;
};

/** A matte (0..1) without stray islands, and without small holes that it would show inside the subject. */
export function cleanMatte(matte: Plane, { islands, holes }: CleanOptions): Plane {
  // What lies at 0.05 or below counts as nothing, so that an island goes together with its soft rim.
  const parts = partsOf(threshold(matte, 0.05));
  const largest = Math.max(0, ...parts.areas);
  const out = Float32Array.from(matte.data, (value, i) => {
    const label = parts.labels[i]!;
    return label === 0 ? 0 : parts.areas[label]! < islands * largest ? 0 : value;
  });
  const open = partsOf(inverted(threshold({ ...matte, data: out }, 0.5)));
  const outside = borderLabels(open);
  for (let i = 0; i < out.length; i++) {
    const label = open.labels[i]!;
    if (label !== 0 && !outside.has(label) && open.areas[label]! < holes * largest) out[i] = 1;
  }
  return { width: matte.width, height: matte.height, data: out };
}
