import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Part, packDraft, unpackDraft } from '../../../../../site/workspace/drafts/draft.ts';
import { type Edits, type MaskEdit, withEdit } from '../../../../../site/workspace/state/edits.ts';
import { initialState, isStale, type Result, type State } from '../../../../../site/workspace/state/state.ts';

const stroke = (radius: number): MaskEdit => ({ kind: 'stroke', brush: 'mask', mode: 'add', radius, points: [1, 2] });
const box = { x: 0, y: 0, width: 2, height: 1 };
const found = { kind: 'found', brush: 'mask', mode: 'add', box, data: Uint8Array.of(255, 9) } as const;

/** A picture with a mask of many steps, and a result that was made before the last step. */
function work(strokes: number) {
  let edits: Edits = withEdit(null, found);
  for (let i = 1; i < strokes; i++) edits = withEdit(edits, stroke(i));
  const options = { method: 'ai' };
  const before = { options, edits: { a: edits } };
  const now = { options, edits: { a: withEdit(edits, stroke(strokes)) } };
  const file = new File(['picture'], 'a.png');
  const blob = new Blob(['result']);
  const start = initialState([], 'image/png');
  const sized = { width: 2, height: 1, stored: null, base: null, notes: [], backend: null, ms: 1, saved: false };
  const result: Result = { ...sized, blob, settings: before, output: start.output };
  const item = { id: 'a', file, info: null, result, made: [], error: null, limit: null };
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
