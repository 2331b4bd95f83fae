import { freeBuffer } from '../../free-buffer.ts';
import type { Mask, Plane, Size } from '../../types.ts';
import { mapTo } from '../map-to.ts';

/** Connected components of a mask: `labels` holds 0 outside and 1, 2 … inside; `areas[label]` counts pixels. */
export type Components = Size & { readonly labels: Int32Array<ArrayBuffer>; readonly areas: readonly number[] };

/**
 * Labels the 4-connected components of the masked pixels (above 0), in the order of their first pixel. Two passes over the
 * rows with a union-find of provisional labels, whose memory grows with the outline and not with the area.
 */
export function labelComponents({ width, height, data }: Mask): Components {
  const labels = new Int32Array(data.length);
  const parents = [0];
  const rootOf = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root]!;
    for (let at = label; at !== root; ) {
      const next = parents[at]!;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    const left = i % width > 0 ? labels[i - 1]! : 0;
    const above = i >= width ? labels[i - width]! : 0;
    if (left === 0 && above === 0) labels[i] = parents.push(parents.length) - 1;
    else if (left === 0 || above === 0 || left === above) labels[i] = left || above;
    else {
      // The smaller root remains, so that roots keep the order of first pixels.
      const [a, b] = [rootOf(left), rootOf(above)];
      parents[Math.max(a, b)] = Math.min(a, b);
      labels[i] = Math.min(a, b);
    }
  }
  const final = new Int32Array(parents.length);
  let count = 0;
  for (let label = 1; label < parents.length; label++) {
    const root = rootOf(label);
    final[label] = root === label ? ++count : final[root]!;
  }
  const areas: number[] = new Array<number>(count + 1).fill(0);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === 0) continue;
    const label = final[labels[i]!]!;
    labels[i] = label;
    areas[label]! += 1;
  }
  return { width, height, labels, areas };
}

/** Frees the labels of components that nothing reads any more: four bytes for each pixel of the picture. */
export const freeComponents = ({ labels }: Components): void => freeBuffer(labels.buffer);

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
  // A function of its own: its labels are not held while the holes are labelled.
  const { out, largest } = withoutIslands(matte, islands);
  const open = labelComponents(invertMask(threshold({ ...matte, data: out }, 0.5)));
  const outside = borderLabels(open);
  for (let i = 0; i < out.length; i++) {
    const label = open.labels[i]!;
    if (label !== 0 && !outside.has(label) && open.areas[label]! < holes * largest) out[i] = 1;
  }
  return { width: matte.width, height: matte.height, data: out };
}

/** The values of a matte without its islands, and the area of its largest component. */
function withoutIslands(matte: Plane, islands: number) {
  // Threshold at 0.05, so that an island is removed together with its soft rim.
  const { labels, areas } = labelComponents(threshold(matte, 0.05));
  const largest = areas.reduce((most, area) => Math.max(most, area), 0);
  const out = mapTo(Float32Array, matte.data, (value, i) => {
    const label = labels[i]!;
    return label === 0 || areas[label]! < islands * largest ? 0 : value;
  });
  return { out, largest };
}
