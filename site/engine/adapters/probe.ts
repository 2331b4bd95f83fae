import { fixedSideOf, type Model } from '../manifest.ts';
import { rgbPlanes } from '../ops/planes.ts';
import type { Mask, Pixels, Tensors } from '../types.ts';
import { adapterOf } from './registry.ts';
import { AS_IS, inputName, planesTensor } from './tensors.ts';

/** Side of the test picture for networks that take any size, in pixels. */
const SIDE_PX = 64;
const HOLE_PX = 12;
/** Noise level for networks that remove noise (0..255). */
const SIGMA = 15;
/** Floats of an embedding of SAM. */
const EMBEDDING_LENGTH = 256 * 64 * 64;

/**
 * Inputs of a network's known answer: a disc on a gradient, or what its adapter makes of that. Integer arithmetic only, so
 * that every browser computes the same bytes.
 */
export function probeOf(model: Model): Tensors {
  const adapter = adapterOf(model);
  const picture = testPicture(SIDE_PX);
  switch (adapter.task) {
    case 'matte':
    case 'embed':
    case 'find-overlay':
    case 'colour':
    case 'redraw':
      return adapter.prepare(picture, model);
    case 'inpaint':
      return adapter.prepare(picture, testHole(SIDE_PX), model);
    case 'select': {
      const embedding = Float32Array.from({ length: EMBEDDING_LENGTH }, (_, i) => ((i * 37) % 101) / 50 - 1);
      const prompt = { points: [{ x: SIDE_PX / 2, y: SIDE_PX / 2, inside: true }], box: null };
      return adapter.prepare({ embedding, size: picture, prompt, earlier: null }, model);
    }
    case 'tiles':
      return adapter.prepare(rgbPlanes(testPicture(fixedSideOf(model) ?? SIDE_PX)), model, SIGMA);
    case 'find-text':
    case 'find-faces':
    case 'find-people':
      return adapter.prepare(picture, SIDE_PX, model);
    case 'find-damage':
      return { [inputName(model)]: planesTensor(rgbPlanes(picture), AS_IS) };
  }
}

function testPicture(side: number): Pixels {
  const data = new Uint8ClampedArray(4 * side * side);
  const radius = Math.floor(side / 3);
  const centre = Math.floor(side / 2);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const inside = (x - centre) ** 2 + (y - centre) ** 2 < radius ** 2;
      const [across, down] = [Math.floor((192 * x) / side), Math.floor((160 * y) / side)];
      data.set(
        inside ? [220, 130 + ((x + 2 * y) % 48), 60, 255] : [across, 40 + down, 200 - across, 255],
        4 * (y * side + x),
      );
    }
  return { width: side, height: side, data };
}

function testHole(side: number): Mask {
  const data = new Uint8Array(side * side);
  const start = Math.floor((side - HOLE_PX) / 2);
  for (let y = start; y < start + HOLE_PX; y++) data.fill(255, y * side + start, y * side + start + HOLE_PX);
  return { width: side, height: side, data };
}
