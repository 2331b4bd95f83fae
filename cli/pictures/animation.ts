/** Returns whether a WebP, PNG or AVIF file has several frames. */
export function isAnimated(bytes: Uint8Array): boolean {
  const text = (start: number, end: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  if (bytes.length < 32) return false;
  if (text(8, 12) === 'WEBP') return text(12, 16) === 'VP8X' && ((bytes[20] as number) & 2) !== 0;
  // The chunk `acTL`, which only animations have, comes before the pixels.
  if (text(1, 4) === 'PNG') return text(0, Math.min(bytes.length, 4096)).split('IDAT')[0]?.includes('acTL') ?? false;
  return text(4, 12) === 'ftypavis';
}
