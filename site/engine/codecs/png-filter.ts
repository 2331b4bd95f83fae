/** The five row filters of PNG (specification, section 9), both ways. `bpp`: bytes of a pixel. */

export type Rows = { readonly row: Uint8Array; readonly above: Uint8Array; readonly bpp: number };

/** Writes the filter's number and the filtered row to `out`, with the filter of the smallest sum of absolute values. */
export function filterRow({ row, above, bpp }: Rows, out: Uint8Array, scratch: Uint8Array): void {
  let minCost = Number.POSITIVE_INFINITY;
  for (const kind of [4, 1, 2]) {
    const cost = applyFilter({ row, above, bpp }, kind, scratch);
    if (cost >= minCost) continue;
    minCost = cost;
    out[0] = kind;
    out.set(scratch, 1);
  }
}

/** Writes the filtered row and returns the sum of the absolute values of its bytes, taken as signed. */
function applyFilter({ row, above, bpp }: Rows, kind: number, out: Uint8Array): number {
  let cost = 0;
  for (let i = 0; i < row.length; i++) {
    const left = i >= bpp ? (row[i - bpp] as number) : 0;
    const up = above[i] as number;
    const prediction = kind === 1 ? left : kind === 2 ? up : paeth(left, up, i >= bpp ? (above[i - bpp] as number) : 0);
    const residual = ((row[i] as number) - prediction) & 255;
    out[i] = residual;
    cost += residual < 128 ? residual : 256 - residual;
  }
  return cost;
}

/** Undoes a filter in place. Returns false for an unknown filter number. */
export function unfilterRow({ row, above, bpp }: Rows, kind: number): boolean {
  if (kind > 4) return false;
  if (kind === 0) return true;
  for (let i = 0; i < row.length; i++) {
    const left = i >= bpp ? (row[i - bpp] as number) : 0;
    const up = above[i] as number;
    let prediction = left;
    if (kind === 2) prediction = up;
    else if (kind === 3) prediction = (left + up) >> 1;
    else if (kind === 4) prediction = paeth(left, up, i >= bpp ? (above[i - bpp] as number) : 0);
    row[i] = (row[i] as number) + prediction;
  }
  return true;
}

function paeth(left: number, up: number, upperLeft: number): number {
  const leftDistance = Math.abs(up - upperLeft);
  const upDistance = Math.abs(left - upperLeft);
  const upperLeftDistance = Math.abs(left + up - 2 * upperLeft);
  if (leftDistance <= upDistance && leftDistance <= upperLeftDistance) return left;
  return upDistance <= upperLeftDistance ? up : upperLeft;
}
