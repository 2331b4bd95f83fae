/**
 * Index of the first context of each syntax element, and the values by which contexts of intra slices start (H.265, 9.3.2.2,
 * tables 9-5 to 9-37).
 */
const VALUES = {
  saoMerge: [153],
  saoType: [200],
  split: [139, 141, 157],
  lossless: [154],
  isOnePart: [184],
  isProbableMode: [184],
  chromaMode: [63],
  splitTransform: [153, 138, 138],
  lumaCoded: [111, 141],
  chromaCoded: [94, 138, 182, 154, 154],
  quantiserChange: [154, 154],
  skipTransform: [139, 139],
  lastX: [110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63],
  lastY: [110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63],
  subBlockCoded: [91, 171, 134, 141],
  significant: [
    ...[111, 111, 125, 110, 110, 94, 124, 108, 124, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179, 153, 125],
    ...[107, 125, 141, 179, 153, 125, 140, 139, 182, 182, 152, 136, 152, 136, 153, 136, 139, 111, 136, 139, 111],
  ],
  aboveOne: [
    ...[140, 92, 137, 138, 140, 152, 138, 139, 153, 74, 149, 92, 139, 107, 122, 152, 140, 179, 166, 182, 140, 227, 122],
    197,
  ],
  aboveTwo: [138, 153, 136, 167, 152, 152],
} as const;

type Element = keyof typeof VALUES;

const elements = Object.entries(VALUES) as unknown as readonly (readonly [Element, readonly number[]])[];

/** Index of the first context of each syntax element. */
export const CONTEXT = Object.fromEntries(
  elements.map(([name], i) => [name, elements.slice(0, i).reduce((sum, [, values]) => sum + values.length, 0)]),
) as Readonly<Record<Element, number>>;

const initialValues = elements.flatMap(([, values]) => values);

export const CONTEXTS = initialValues.length;

/** Writes the states with which a slice of a quantiser starts. */
export function startContexts(contexts: Uint8Array, quantiser: number): void {
  const limited = Math.min(51, Math.max(0, quantiser));
  for (const [index, value] of initialValues.entries()) {
    const slope = (value >> 4) * 5 - 45;
    const offset = ((value & 15) << 3) - 16;
    const state = Math.min(126, Math.max(1, ((slope * limited) >> 4) + offset));
    contexts[index] = state > 63 ? ((state - 64) << 1) | 1 : (63 - state) << 1;
  }
}
