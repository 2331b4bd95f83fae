import type { EncodeType } from '../types.ts';

/** Whether a canvas writes a format: browsers write PNG in place of those that they do not know. Never rejects. */
export async function canvasWrites(type: EncodeType, scope: typeof globalThis): Promise<boolean> {
  if (!('OffscreenCanvas' in scope)) return false;
  const canvas = new scope.OffscreenCanvas(1, 1);
  // A canvas without a context cannot be converted.
  canvas.getContext('2d');
  return canvas.convertToBlob({ type }).then(
    (blob) => blob.type === type,
    () => false,
  );
}
