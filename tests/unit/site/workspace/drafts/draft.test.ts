import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { UNCHANGED } from '../../../../../site/engine/ops/geometry/geometry.ts';
import { type Part, packDraft, unpackDraft } from '../../../../../site/workspace/drafts/draft.ts';
import { type Edits, type MaskEdit, withEdit } from '../../../../../site/workspace/state/edits.ts';
import { reduce } from '../../../../../site/workspace/state/reduce.ts';
import {
  afterOf,
  currentItem,
  initialState,
  isStale,
  outputOf,
  type Result,
  type State,
} from '../../../../../site/workspace/state/state.ts';
import { itemOf, openedItem } from '../../../../../site/workspace/state/versions.ts';

const stroke = (radius: number): MaskEdit => ({ kind: 'stroke', brush: 'mask', mode: 'add', radius, points: [1, 2] });
const box = { x: 0, y: 0, width: 2, height: 1 };
const found = { kind: 'found', brush: 'mask', mode: 'add', box, data: Uint8Array.of(255, 9) } as const;

/** A picture with a mask of many steps, and a result that was made before the last step. */
function work(strokes: number) {
  let edits: Edits = withEdit(null, found);
  for (let i = 1; i < strokes; i++) edits = withEdit(edits, stroke(i));
  const options = { method: 'ai' };
  const start = initialState([], 'image/png');
  const unedited = { ...start.history.now, options };
  const before = { ...unedited, edits: { a: edits } };
  const now = { ...unedited, edits: { a: withEdit(edits, stroke(strokes)) } };
  const file = new File(['picture'], 'a.png');
  const blob = new Blob(['result']);
  const sized = { width: 2, height: 1, stored: null, base: null, notes: [], backend: null, ms: 1, saved: false };
  const result: Result = { ...sized, blob, geometry: null, settings: before, output: outputOf(start, { type: null }) };
  const item = { ...itemOf({ id: 'a', file, folder: '' }), result };
  const history = { past: [before], now, future: [], subject: null };
  const state: State = { ...start, items: [item], current: 'a', history };
  const pictures = { backdrop: new File(['backdrop'], 'b.png') };
  return { draft: { state, pictures }, file, blob };
}

function stored(draft: ReturnType<typeof work>['draft']) {
  const parts = new Map<string, Part>();
  const packed = packDraft(draft, (part) => {
    const key = `key ${parts.size}`;
    parts.set(key, part);
    return key;
  });
  return { packed: structuredClone(packed), parts };
}

describe('a draft', () => {
  it('is restored with pictures, masks, settings and results', () => {
    const { draft, file, blob } = work(3);
    const { packed, parts } = stored(draft);
    const { state, pictures } = unpackDraft(packed, parts)!;
    expect(state.items[0]).toMatchObject({ id: 'a', result: { width: 2, saved: false } });
    expect([state.items[0]?.file, state.items[0]?.result?.blob, pictures]).toEqual([file, blob, draft.pictures]);
    expect(state.history.now).toEqual(draft.state.history.now);
    expect(state.history.past).toEqual(draft.state.history.past);
  });

  it('is restored with the pictures that wait for a run; one under way waits first, one that is being cancelled no more', () => {
    const waitingOf = (running: State['running'], waiting: readonly string[]) => {
      const { draft } = work(1);
      const { packed, parts } = stored({ ...draft, state: { ...draft.state, running, waiting } });
      const { state } = unpackDraft(packed, parts)!;
      expect(state.running).toBeNull();
      return state.waiting;
    };
    expect(waitingOf(null, [])).toEqual([]);
    expect(waitingOf({ id: 'a', cancelling: false, settings: null }, ['b'])).toEqual(['a', 'b']);
    expect(waitingOf({ id: 'a', cancelling: true, settings: null }, [])).toEqual([]);
  });

  it('is restored from an earlier release, which stored no pictures that wait', () => {
    const { packed, parts } = stored(work(1).draft);
    const { waiting: _, ...earlier } = packed;
    expect(unpackDraft(earlier, parts)!.state.waiting).toEqual([]);
  });

  it('is restored with the versions before and after a crop, and how the result is cropped', () => {
    const { draft } = work(3);
    const geometry = { ...UNCHANGED, scale: 0.5 };
    const version = { id: 'a2', file: new File(['cropped'], 'a.png'), geometry };
    const cropped = [
      { kind: 'finish', id: 'a', geometry } as const,
      { kind: 'reshaped', id: 'a', version } as const,
    ].reduce<State>(reduce, draft.state);
    const { packed, parts } = stored({ ...draft, state: cropped });
    const { state } = unpackDraft(packed, parts)!;
    const item = currentItem(state)!;
    expect(item).toMatchObject({ id: 'a2', file: version.file, geometry });
    expect(openedItem(state, item)).toMatchObject({ id: 'a', file: draft.state.items[0]!.file });
    const back = reduce(state, { kind: 'undo' });
    expect(currentItem(back)).toMatchObject({ id: 'a', result: { width: 2 } });
    expect(afterOf(back.history.now, 'a')).toEqual(geometry);
    expect(afterOf(reduce(back, { kind: 'undo' }).history.now, 'a')).toBeNull();
  });

  it('stores the mask steps of each result', () => {
    const { packed, parts } = stored(work(3).draft);
    const { state } = unpackDraft(packed, parts)!;
    const { now, past } = state.history;
    const [item] = state.items;
    expect(now.edits.a?.before).toBe(item?.result?.settings.edits.a);
    expect(isStale(state, item!)).toBe(true);
    expect(isStale({ ...state, history: { ...state.history, now: past[0]! } }, item!)).toBe(false);
  });

  it('restores a mask of 20,000 steps', () => {
    const { packed, parts } = stored(work(20_000).draft);
    expect(unpackDraft(packed, parts)?.state.history.now.edits.a?.count).toBe(20_001);
  });

  it('is discarded if a part of it is missing', () => {
    const { packed, parts } = stored(work(2).draft);
    parts.delete('key 0');
    expect(unpackDraft(packed, parts)).toBeNull();
  });
});

it('the privacy page states in every language after how many hours drafts expire', () => {
  const source = readFileSync('site/workspace/drafts/store.ts', 'utf8');
  const hours = /EXPIRY_MS = (\d+) \* 3600/.exec(source)?.[1] as string;
  const { locales } = parse(readFileSync('config/locales.yaml', 'utf8')) as { locales: readonly { code: string }[] };
  expect(locales.length).toBeGreaterThanOrEqual(15);
  for (const { code } of locales) {
    const read = (file: string) => JSON.parse(readFileSync(`locales/${code}/${file}.json`, 'utf8'));
    expect(read('privacy').drafts.text, code).toContain(hours);
    expect(read('workspace').draft.keepHint, code).toContain(hours);
  }
});
