import { describe, expect, it } from 'vitest';
import { writeModel } from '../../../../../scripts/models/onnx/model.mjs';
import { withShapes } from '../../../../../scripts/models/onnx/shape.mjs';
import { convolution, run, waves } from './networks.ts';

const LARGER = { data: waves(4 * 12 * 20, 5), dims: [1, 4, 12, 20] };

describe('withShapes', () => {
  it('makes a network accept any size of picture', async () => {
    const fixed = convolution(waves(2304, 1));
    await expect(run(writeModel(fixed), LARGER)).rejects.toThrow();
    const free = withShapes(fixed, { x: [1, 4, 'height', 'width'], y: [1, 64, 'tall', 'wide'] });
    expect((await run(writeModel(free), LARGER)).dims).toEqual([1, 64, 10, 18]);
  });

  it('names an unknown input', () => {
    expect(() => withShapes(convolution(waves(2304, 1)), { z: [1] })).toThrow('"z"');
  });
});
