/** Order in which the positions of a square are read: the column and row of each. */
export type Scan = { readonly x: Uint8Array; readonly y: Uint8Array };

/** Returns the diagonal order, from the lower left to the upper right (H.265, 6.5.3), of a square of side 2^log2. */
export function diagonalScan(log2: number): Scan {
  const side = 1 << log2;
  const positions: (readonly [x: number, y: number])[] = [];
  for (let sum = 0; sum <= 2 * (side - 1); sum++)
    for (let y = Math.min(sum, side - 1); y >= Math.max(0, sum - side + 1); y--) positions.push([sum - y, y]);
  return scanOf(positions);
}

function linesScan(log2: number, isVertical: boolean): Scan {
  const side = 1 << log2;
  const positions = Array.from({ length: side * side }, (_, i): readonly [number, number] => {
    const [line, at] = [Math.floor(i / side), i % side];
    return isVertical ? [line, at] : [at, line];
  });
  return scanOf(positions);
}

const scanOf = (positions: readonly (readonly [x: number, y: number])[]): Scan => ({
  x: Uint8Array.from(positions, ([x]) => x),
  y: Uint8Array.from(positions, ([, y]) => y),
});

export const DIAGONAL_SCAN = 0;
export const HORIZONTAL_SCAN = 1;
export const VERTICAL_SCAN = 2;

/** Scans of squares of side 2^log2 (0 to 3), by log2, then by direction. */
export const SCANS: readonly (readonly Scan[])[] = [0, 1, 2, 3].map((log2) => [
  diagonalScan(log2),
  linesScan(log2, false),
  linesScan(log2, true),
]);
