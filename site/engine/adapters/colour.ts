import { emptyPlanes, planeOf, rgbPlanes, stackPlanes } from '../ops/planes.ts';
import { resizePixels, resizePlane } from '../ops/resize/resize.ts';
import type { Plane, Planes } from '../types.ts';
import type { ColourAdapter } from './adapter.ts';
import { AS_IS, fixedSize, inputName, output, planesTensor, tensorPlanes } from './tensors.ts';

/** White point D65, and the matrices between linear sRGB and XYZ (IEC 61966-2-1), by rows. */
const WHITE = [0.95047, 1, 1.08883] as const;
const TO_XYZ = [
  0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192, 0.9503041,
] as const;
const FROM_XYZ = [
  3.2404542, -1.5371385, -0.4985314, -0.969266, 1.8760108, 0.041556, 0.0556434, -0.2040259, 1.0572252,
] as const;

const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const companded = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** Lightness of CIE Lab, 0..100, of sRGB values in 0..1. */
export function lightness(red: number, green: number, blue: number): number {
  const y = TO_XYZ[3] * linear(red) + TO_XYZ[4] * linear(green) + TO_XYZ[5] * linear(blue);
  return 116 * (y > 0.008856 ? Math.cbrt(y) : 7.787 * y + 16 / 116) - 16;
}

/** sRGB values, clamped to 0..1, of a colour in CIE Lab. */
export function fromLab(l: number, a: number, b: number): readonly [number, number, number] {
  const y = (l + 16) / 116;
  const inverse = (t: number) => (t ** 3 > 0.008856 ? t ** 3 : (t - 16 / 116) / 7.787);
  const xyz = [inverse(y + a / 500) * WHITE[0], inverse(y) * WHITE[1], inverse(y - b / 200) * WHITE[2]] as const;
  const channel = (start: 0 | 3 | 6) => {
    const value = FROM_XYZ[start] * xyz[0] + (FROM_XYZ[start + 1] ?? 0) * xyz[1] + (FROM_XYZ[start + 2] ?? 0) * xyz[2];
    return Math.min(1, Math.max(0, companded(Math.max(0, value))));
  };
  return [channel(0), channel(3), channel(6)];
}

/** DDColor (https://github.com/piddnad/DDColor): input is the picture without its colours, output `a` and `b` of Lab. */
export const ddcolor: ColourAdapter = {
  task: 'colour',
  cost: { bytes: { run: 600e6 }, seconds: { wasm: { run: 8 } } },
  prepare: (picture, model) => {
    const input = rgbPlanes(resizePixels(picture, { ...fixedSize(model, 512), kernel: 'area', linear: false }));
    const [red, green, blue] = input.planes as readonly [Float32Array, Float32Array, Float32Array];
    const grey = emptyPlanes(input, 1).planes[0] as Float32Array<ArrayBuffer>;
    for (let i = 0; i < grey.length; i++) grey[i] = fromLab(lightness(red[i]!, green[i]!, blue[i]!), 0, 0)[1];
    const plane: Plane = { width: input.width, height: input.height, data: grey };
    return { [inputName(model)]: planesTensor(stackPlanes([plane, plane, plane]), AS_IS) };
  },
  /** The picture's own lightness with the network's colours, which are smooth enough to be enlarged. */
  read: (results, picture, model) => {
    const small: Planes = tensorPlanes(output(results, model));
    const [a, b] = [0, 1].map((index) => resizePlane(planeOf(small, index), picture, 'cubic').data);
    const data = picture.data.slice();
    for (let i = 0; i < picture.width * picture.height; i++) {
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(4 * i, 4 * i + 3);
      const colour = fromLab(lightness(red / 255, green / 255, blue / 255), a?.[i] ?? 0, b?.[i] ?? 0);
      for (const [channel, value] of colour.entries()) data[4 * i + channel] = value * 255;
    }
    return { ...picture, data };
  },
};
