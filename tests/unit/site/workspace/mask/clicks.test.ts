import { expect, test } from 'vitest';
import type { Prompt } from '../../../../../site/engine/adapters/adapter.ts';
import { drawnInto, type MaskMode } from '../../../../../site/workspace/mask/choice.ts';
import { refinementAt, takenAway } from '../../../../../site/workspace/mask/clicks.ts';
import { type Edits, type MaskEdit, withEdit } from '../../../../../site/workspace/state/edits.ts';
import type { BrushName } from '../../../../../site/workspace/tool.ts';

const SIZE = { width: 40, height: 20 };
const BRUSHES: readonly (readonly BrushName[])[] = [['mask'], ['keep', 'erase']];
const of = (...edits: readonly MaskEdit[]): Edits | null => edits.reduce<Edits | null>(withEdit, null);
const click = (x: number, y: number): Prompt => ({ points: [{ x, y, inside: true }], box: null });

type Options = { readonly columns?: readonly [from: number, to: number]; readonly brushes?: readonly BrushName[] };

/** A click that selected these columns of the rows 5 to 15. */
function selected(at: Prompt, mode: MaskMode, { columns = [5, 30], brushes = ['mask'] }: Options = {}) {
  const [left, right] = columns;
  const box = { x: left, y: 5, width: right - left, height: 10 };
  const data = new Uint8Array(box.width * box.height).fill(255);
  return { kind: 'selected', ...drawnInto(brushes, mode), box, data, click: at } as const satisfies MaskEdit;
}

test.each(BRUSHES.map((brushes) => ({ brushes })))(
  'a click that takes away refines the selection that it lies in: $brushes',
  ({ brushes }) => {
    const first = selected(click(10, 10), 'add', { brushes });
    const beside = selected(click(35, 10), 'add', { columns: [32, 38], brushes });
    const earlier = selected(click(25, 8), 'subtract', { columns: [22, 30], brushes });
    const elsewhere = selected(click(36, 8), 'subtract', { columns: [35, 37], brushes });
    const edits = of(first, beside, earlier, elsewhere);
    const refinement = refinementAt(edits, click(20, 12), drawnInto(brushes, 'subtract'));
    expect(refinement?.piece).toBe(first);
    expect(refinement?.prompt).toEqual({
      points: [
        { x: 10, y: 10, inside: true },
        { x: 20, y: 12, inside: false },
        { x: 25, y: 8, inside: false },
      ],
      box: null,
    });
  },
);

test('a click that takes away refines what a box selected, but is none itself', () => {
  const box: Prompt = { points: [], box: { x: 5, y: 5, width: 25, height: 10 } };
  const into = drawnInto(['mask'], 'subtract');
  const edits = of(selected(box, 'add'));
  expect(refinementAt(edits, click(20, 12), into)?.prompt).toEqual({
    points: [{ x: 20, y: 12, inside: false }],
    box: box.box,
  });
  expect(refinementAt(edits, box, into)).toBeNull();
});

test('nothing is refined outside of selections by clicks, and after a change of the whole mask', () => {
  const into = drawnInto(['mask'], 'subtract');
  const first = selected(click(10, 10), 'add');
  const { click: _, ...found } = first;
  expect(refinementAt(of(first), click(35, 10), into)).toBeNull();
  expect(refinementAt(of(found), click(20, 10), into)).toBeNull();
  for (const last of [{ kind: 'clear' }, { kind: 'invert' }, { kind: 'grow', by: 2 }] as MaskEdit[])
    expect(refinementAt(of(first, last), click(20, 10), into)).toBeNull();
});

test('what does not stay of a selection is taken away, at any size, unless the click stays in it', () => {
  const piece = selected(click(10, 10), 'add');
  const refinement = { at: { x: 20, y: 12 }, prompt: click(10, 10), piece };
  /** Keeps the columns below `right`. */
  const kept = ({ width, height }: typeof SIZE, right: number) => ({
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, i) => (i % width < right ? 255 : 0)),
  });
  const columns = ({ width, data }: { width: number; data: Uint8Array }) =>
    [...new Set([...data.keys()].filter((i) => data[i] !== 0).map((i) => i % width))].sort((a, b) => a - b);
  const rows = ({ width, data }: { width: number; data: Uint8Array }) =>
    new Set([...data.keys()].filter((i) => data[i] !== 0).map((i) => Math.floor(i / width))).size;
  const taken = takenAway(refinement, kept(SIZE, 18), SIZE);
  expect(taken && [columns(taken), rows(taken)]).toEqual([Array.from({ length: 12 }, (_, i) => 18 + i), 10]);
  const half = { width: 20, height: 10 };
  const small = takenAway(refinement, kept(half, 9), SIZE);
  expect(small && [small.width, columns(small), rows(small)]).toEqual([20, [9, 10, 11, 12, 13, 14], 5]);
  expect(takenAway(refinement, kept(SIZE, 21), SIZE)).toBeNull();
});
