import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeEdge } from '../../../../../site/engine/ops/mask/edge.ts';
import type { Mask } from '../../../../../site/engine/types.ts';
import { drawnInto, radiusAt, radiusOf, sliderOf } from '../../../../../site/workspace/mask/choice.ts';
import { onlyColoursSince, strokesOf } from '../../../../../site/workspace/mask/colours.ts';
import { placeOn, rectangleOf } from '../../../../../site/workspace/mask/places.ts';
import { addedSince, createRasters, maskOf } from '../../../../../site/workspace/mask/raster.ts';
import { type Edits, type MaskEdit, withEdit } from '../../../../../site/workspace/state/edits.ts';

const SIZE = { width: 40, height: 20 };
const of = (...edits: readonly MaskEdit[]): Edits | null => edits.reduce<Edits | null>(withEdit, null);
const dot = (x: number, y: number, radius = 3): MaskEdit => ({
  kind: 'stroke',
  brush: 'mask',
  mode: 'add',
  radius,
  points: [x, y],
});
const away = (x: number, y: number): MaskEdit => ({ ...dot(x, y), mode: 'subtract' }) as MaskEdit;
const marked = (edits: Edits | null, x: number, y: number) => maskOf(edits, 'mask', SIZE)?.data[y * SIZE.width + x];

test('an empty drawing is no mask, and neither is one that was erased', () => {
  expect(maskOf(null, 'mask', SIZE)).toBeNull();
  expect(maskOf(of(dot(9, 9), away(9, 9)), 'mask', SIZE)).toBeNull();
  expect(maskOf(of(dot(9, 9), { kind: 'clear' }), 'mask', SIZE)).toBeNull();
});

test('steps are applied in order', () => {
  expect(marked(of(away(9, 9), dot(9, 9)), 9, 9)).toBe(255);
  expect(marked(of(dot(9, 9), { kind: 'clear' }, dot(30, 9)), 9, 9)).toBe(0);
  expect(marked(of(dot(9, 9), { kind: 'invert' }), 9, 9)).toBe(0);
  expect(marked(of(dot(9, 9), { kind: 'invert' }), 30, 9)).toBe(255);
});

test('the brush of one mask erases the other', () => {
  const keep = { ...dot(20, 10), brush: 'keep' } as MaskEdit;
  const erase = { ...dot(20, 10), brush: 'erase' } as MaskEdit;
  expect(maskOf(of(keep, erase), 'keep', SIZE)).toBeNull();
  expect(maskOf(of(keep, erase), 'erase', SIZE)).not.toBeNull();
  expect(maskOf(of(keep, erase, keep), 'erase', SIZE)).toBeNull();
});

test('strokes of colour are not part of the mask, and the eraser removes them', () => {
  const red: MaskEdit = { kind: 'colour', ink: '#ff0000', radius: 2, points: [9, 9] };
  const before = of(dot(30, 9), away(5, 5));
  const after = withEdit(before, red);
  expect(maskOf(after, 'mask', SIZE)).toEqual(maskOf(before, 'mask', SIZE));
  expect(strokesOf(before, SIZE)).toBeNull();
  expect(strokesOf(after, SIZE)).toEqual({
    ...SIZE,
    strokes: [{ kind: 'line', ink: '#ff0000', radius: 2, points: [9, 9] }],
  });
  expect(onlyColoursSince(after, before)).toBe(true);
  expect(onlyColoursSince(withEdit(after, dot(1, 1)), before)).toBe(false);
  const erased = withEdit(withEdit(after, dot(9, 9)), away(9, 9));
  expect(strokesOf(erased, SIZE)?.strokes.map(({ ink }) => ink)).toEqual(['#ff0000', 'none']);
  expect(strokesOf(withEdit(erased, { kind: 'clear-colours' }), SIZE)).toBeNull();
  expect(strokesOf(withEdit(after, { kind: 'clear' }), SIZE)).toEqual(strokesOf(after, SIZE));
});

test('a loaded mask replaces everything; a found one is added, and may be cut off by the border', () => {
  const piece = {
    brush: 'mask',
    mode: 'add',
    box: { x: 36, y: 2, width: 6, height: 2 },
    data: new Uint8Array(12).fill(90),
  };
  const loaded = { kind: 'loaded', ...piece } as MaskEdit;
  expect(marked(of(dot(9, 9), loaded), 9, 9)).toBe(0);
  expect(marked(of(dot(9, 9), loaded), 38, 3)).toBe(90);
  const found = { kind: 'found', ...piece } as MaskEdit;
  expect(marked(of(dot(9, 9), found), 9, 9)).toBe(255);
  expect(marked(of(dot(38, 3), found), 38, 3)).toBe(255);
  expect(marked(of(dot(38, 3), { ...found, mode: 'subtract' } as MaskEdit), 38, 3)).toBe(165);
});

const edit: fc.Arbitrary<MaskEdit> = fc.oneof(
  fc.tuple(fc.nat(39), fc.nat(19)).map(([x, y]) => dot(x, y)),
  fc.tuple(fc.nat(39), fc.nat(19)).map(([x, y]) => away(x, y)),
  fc.constantFrom<MaskEdit>({ kind: 'grow', by: 2 }, { kind: 'shrink', by: 1 }, { kind: 'feather', by: 2 }),
  fc.constantFrom<MaskEdit>({ kind: 'invert' }, { kind: 'clear' }),
);

test('the cache changes no result: every order of undo and redo gives the same masks', () => {
  fc.assert(
    fc.property(
      fc.array(edit, { minLength: 1, maxLength: 14 }),
      fc.array(fc.nat(13), { maxLength: 10 }),
      (edits, visits) => {
        const rasters = createRasters();
        const steps = edits.map((_, i) => of(...edits.slice(0, i + 1)));
        // Versions of the history share their first steps.
        let shared: Edits | null = null;
        const chain = edits.map((one) => {
          shared = withEdit(shared, one);
          return shared;
        });
        for (const visit of [...visits, edits.length - 1]) {
          const at = visit % edits.length;
          expect(rasters.maskOf(chain[at]!, 'mask', SIZE)).toEqual(maskOf(steps[at]!, 'mask', SIZE));
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** A checksum: comparing arrays by `toEqual` is slower. */
const isSame = (one?: Mask | null, other?: Mask | null) =>
  one != null && other != null && Buffer.from(one.data.buffer).equals(Buffer.from(other.data.buffer));

test('pending changes of a large mask are listed one by one, and precomputed results are used', () => {
  const large = { width: 1100, height: 1000 };
  const edits: readonly MaskEdit[] = [
    dot(300, 300, 40),
    { kind: 'grow', by: 9 },
    dot(700, 300, 40),
    { kind: 'feather', by: 6 },
    { kind: 'colour', ink: '#ff0000', radius: 2, points: [9, 9] },
  ];
  const whole = of(...edits);
  const rasters = createRasters();
  expect(rasters.openChange(whole, 'mask', SIZE)).toBeNull();
  for (const [count, kind] of [
    [1, 'grow'],
    [3, 'feather'],
  ] as const) {
    const open = rasters.openChange(whole, 'mask', large);
    expect(open?.change.kind).toBe(kind);
    expect(isSame(open?.mask, maskOf(of(...edits.slice(0, count)), 'mask', large))).toBe(true);
    if (open) rasters.learn(open, changeEdge(open.mask, open.change));
  }
  expect(rasters.openChange(whole, 'mask', large)).toBeNull();
  expect(rasters.openChange(withEdit(whole, dot(9, 9)), 'mask', large)).toBeNull();
  expect(isSame(rasters.maskOf(whole, 'mask', large), maskOf(whole, 'mask', large))).toBe(true);
  const cleared = withEdit(withEdit(whole, { kind: 'clear' }), dot(9, 9));
  expect(createRasters().openChange(cleared, 'mask', large)).toBeNull();
  // A mask that a worker computed is used unchanged.
  const other = createRasters();
  const open = other.openChange(of(...edits.slice(0, 2)), 'mask', large);
  const changed = { ...large, data: new Uint8Array(large.width * large.height).fill(7) };
  if (open) other.learn(open, changed);
  expect(open && other.maskOf(open.edits, 'mask', large)).toBe(changed);
});

test('a point stays in its pixel, and a box contains both of its corners', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 5000, noNaN: true }), (x) => {
      expect(Math.floor(placeOn({ x, y: 0 }).x)).toBe(Math.floor(x));
    }),
  );
  expect(rectangleOf({ x: 7.9, y: 3.2 }, { x: 2.1, y: 9.7 }, SIZE)).toEqual([2, 3, 8, 3, 8, 10, 2, 10]);
  expect(rectangleOf({ x: -5, y: -5 }, { x: 99, y: 99 }, SIZE)).toEqual([0, 0, 40, 0, 40, 20, 0, 20]);
});

test('the slider returns the radius that it shows', () => {
  const size = { width: 4000, height: 3000 };
  for (const radius of [0.5, 1, 7.5, 80, 800]) expect(radiusAt(sliderOf(radius, size), size)).toBeCloseTo(radius, 6);
  const choice = { tool: 'brush', mode: 'add', radius: null } as const;
  expect(radiusOf(choice, size)).toBe(80);
  expect(radiusOf({ ...choice, radius: 1e6 }, size)).toBe(800);
});

test('a matting tool has a mask of kept and one of erased areas', () => {
  expect(drawnInto(['mask'], 'subtract')).toEqual({ brush: 'mask', mode: 'subtract' });
  expect(drawnInto(['keep', 'erase'], 'subtract')).toEqual({ brush: 'erase', mode: 'add' });
});

test('after a result only added steps count, also over finished areas; all steps count after other changes', () => {
  const done = of(dot(9, 9));
  const since = (...steps: readonly MaskEdit[]) => addedSince(steps.reduce<Edits | null>(withEdit, done), done, SIZE);
  const alone = (...steps: readonly MaskEdit[]) => maskOf(of(...steps), 'mask', SIZE);
  expect(since(dot(30, 9), dot(20, 9))).toEqual(alone(dot(30, 9), dot(20, 9)));
  expect(since(dot(9, 9, 2))).toEqual(alone(dot(9, 9, 2)));
  for (const steps of [
    [],
    [away(9, 9)],
    [dot(30, 9), { kind: 'grow', by: 2 }],
    [dot(30, 9), { kind: 'clear' }],
  ] as const)
    expect(since(...(steps as readonly MaskEdit[]))).toBeNull();
  expect(addedSince(of(dot(9, 9), dot(30, 9)), of(dot(9, 9)), SIZE)).toBeNull();
  expect(addedSince(of(dot(9, 9)), null, SIZE)).toBeNull();
  // Another filling of what was added since the result before.
  const again: MaskEdit = { kind: 'again', variant: 1 };
  expect(since(dot(30, 9), again)).toEqual(alone(dot(30, 9)));
  expect(maskOf(of(dot(9, 9), again), 'mask', SIZE)).toEqual(alone(dot(9, 9)));
});
