import { networkOps } from '../adapters/ops.ts';
import type { Inpaint } from '../ops/video/restore.ts';
import { toChromaMap, type Yuv, yuvPlanes } from '../ops/video/yuv.ts';
import type { OpContext, Pixels } from '../types.ts';

/** Fills holes with a network for pictures. Pixels outside the hole are not converted to RGB and back. */
export function inventByNetwork(model: string, context: OpContext): Inpaint {
  return async (crop, hole) => {
    const mask = { width: crop.width, height: crop.height, data: hole.map((one) => (one ? 255 : 0)) };
    const picture = await networkOps['net.inpaint']({ picture: rgbOf(crop), mask }, { model }, context);
    return withHole(crop, picture, hole);
  };
}

/** BT.709 of limited range. The choice of matrix matters little, because both directions use it. */
const [KR, KB] = [0.2126, 0.0722];
const KG = 1 - KR - KB;

function rgbOf(crop: Yuv): Pixels {
  const { width, height } = crop;
  const [y, cb, cr] = yuvPlanes(crop);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const chroma = (Math.floor(at / width) >> 1) * cb.width + ((at % width) >> 1);
    const luma = (((y.data[at] as number) - 16) * 255) / 219;
    const blue = luma + ((((cb.data[chroma] as number) - 128) * 255) / 112) * (1 - KB);
    const red = luma + ((((cr.data[chroma] as number) - 128) * 255) / 112) * (1 - KR);
    data.set([red, (luma - KR * red - KB * blue) / KG, blue, 255], 4 * at);
  }
  return { width, height, data };
}

function withHole(crop: Yuv, { data }: Pixels, hole: Uint8Array): Yuv {
  const out = { ...crop, data: crop.data.slice() };
  for (const [index, channel] of yuvPlanes(out).entries()) {
    const map = index === 0 ? hole : toChromaMap(hole, crop);
    const step = index === 0 ? 1 : 2;
    for (let i = 0; i < channel.data.length; i++) {
      if (!map[i]) continue;
      const [x, y] = [(i % channel.width) * step, Math.floor(i / channel.width) * step];
      const at = 4 * (y * crop.width + x);
      const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
      const luma = KR * r + KG * g + KB * b;
      const value =
        index === 0
          ? 16 + (219 * luma) / 255
          : 128 + (112 * (index === 1 ? (b - luma) / (1 - KB) : (r - luma) / (1 - KR))) / 255;
      channel.data[i] = Math.round(Math.min(255, Math.max(0, value)));
    }
  }
  return out;
}
