import type { Cabac } from './cabac.ts';
import { CONTEXT } from './contexts.ts';
import type { Decoding } from './decoding.ts';
import type { Plane, SampleOffset } from './frame.ts';

/** Reads the sample-adaptive offsets of a tree block (H.265, 7.3.8.3). */
export function readOffsets({ frame, cabac, slice, tree }: Decoding): void {
  const { treesAcross, offsets, planes } = frame;
  const neighbours = [
    { isInside: tree % treesAcross > 0, index: tree - 1 },
    { isInside: tree >= treesAcross, index: tree - treesAcross },
  ];
  for (const { isInside, index } of neighbours) {
    const mayMerge = isInside && frame.isConnected(tree, index);
    if (!mayMerge || cabac.bit(CONTEXT.saoMerge) === 0) continue;
    for (const ofPlane of offsets) ofPlane[tree] = ofPlane[index]!;
    return;
  }
  let shared: Pick<SampleOffset, 'kind' | 'detail'> | null = null;
  for (const [index, plane] of planes.entries()) {
    const isUsed = index === 0 ? slice.hasLumaSao : slice.hasChromaSao;
    const isSecondChroma: boolean = index === 2;
    const offset: SampleOffset | null = isUsed ? readOffset(cabac, plane, isSecondChroma ? { shared } : null) : null;
    shared = offset;
    offsets[index]![tree] = offset;
  }
}

/** `second`: of Cr, which has the kind of Cb and its direction of edges. */
function readOffset(
  cabac: Cabac,
  { bits }: Plane,
  second: { readonly shared: Pick<SampleOffset, 'kind' | 'detail'> | null } | null,
): SampleOffset | null {
  const kind = second ? (second.shared?.kind ?? 0) : readKind(cabac);
  if (kind === 0) return null;
  const max = (1 << (Math.min(bits, 10) - 5)) - 1;
  const sizes = [0, 1, 2, 3].map(() => readSize(cabac, max));
  if (kind === 1) {
    const signed = sizes.map((size) => (size > 0 && cabac.bypass() === 1 ? -size : size));
    return { kind, detail: cabac.bypassNumber(5), offsets: Int16Array.of(0, ...signed) };
  }
  const detail = second?.shared ? second.shared.detail : cabac.bypassNumber(2);
  return { kind, detail, offsets: Int16Array.of(0, ...sizes.map((size, i) => (i < 2 ? size : -size))) };
}

function readKind(cabac: Cabac): 0 | 1 | 2 {
  if (cabac.bit(CONTEXT.saoType) === 0) return 0;
  return cabac.bypass() === 0 ? 1 : 2;
}

function readSize(cabac: Cabac, max: number): number {
  let size = 0;
  while (size < max && cabac.bypass() === 1) size += 1;
  return size;
}
