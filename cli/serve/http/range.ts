/** Offsets of the first and the last byte to send, both inclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Parses a `Range` header (RFC 9110, 14.1.2) for a file of `size` bytes. Returns null if the whole file must be sent:
 * no header, another unit, a malformed header, or several ranges. Returns `'unsatisfiable'` for status 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '') {
    if (to === '') return null;
    const length = Number(to);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
