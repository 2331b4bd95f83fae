import { done, failed, type Outcome } from '../../engine/errors.ts';
import type { Size } from '../../engine/types.ts';
import { markOfMask } from '../../engine/video/marks.ts';
import type { Mark } from '../../engine/video/types.ts';

/** Reads a picture of the frame's size as a watermark: white is removed. */
export async function maskFrom(file: File, frame: Size, id: string): Promise<Outcome<Mark>> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return failed({ code: 'file.damaged', name: file.name, type: file.type });
  const { width, height } = bitmap;
  if (width !== frame.width || height !== frame.height) {
    bitmap.close();
    return failed({
      code: 'mask.size',
      maskWidth: width,
      maskHeight: height,
      width: frame.width,
      height: frame.height,
    });
  }
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const rgba = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(4 * width * height);
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at++) {
    const light =
      0.2126 * (rgba[4 * at] as number) + 0.7152 * (rgba[4 * at + 1] as number) + 0.0722 * (rgba[4 * at + 2] as number);
    data[at] = light * ((rgba[4 * at + 3] as number) / 255) > 127 ? 255 : 0;
  }
  const mark = markOfMask({ width, height, data }, id);
  return mark ? done(mark) : failed({ code: 'mask.empty' });
}
