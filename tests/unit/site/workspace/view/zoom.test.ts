import { expect, test } from 'vitest';
import { actual, fitView, moveBy, pinch, toPicture, zoomAt } from '../../../../../site/workspace/view/zoom.ts';

const frame = { room: { width: 424, height: 324 }, picture: { width: 1000, height: 500 } };

test('a large picture fits with a margin and is centred', () => {
  const view = fitView(frame);
  expect(view.scale).toBeCloseTo(0.4);
  expect(view.x).toBeCloseTo(12);
  expect(view.y).toBeCloseTo((324 - 200) / 2);
});

test('a small picture is shown four times as large, and a tiny one larger than the grip of the divider, not endlessly', () => {
  expect(fitView({ ...frame, picture: { width: 50, height: 40 } }).scale).toBe(4);
  const tiny = { ...frame, picture: { width: 1, height: 1 } };
  expect(fitView(tiny).scale).toBe(160);
  expect(zoomAt(fitView(tiny), { frame: tiny, at: { x: 212, y: 162 }, factor: 2 }).scale).toBe(160);
});

test('the point below the pointer stays there while zooming', () => {
  const at = { x: 200, y: 160 };
  const before = fitView(frame);
  const after = zoomAt(before, { frame, at, factor: 4 });
  expect(toPicture(after, at).x).toBeCloseTo(toPicture(before, at).x);
  expect(toPicture(after, at).y).toBeCloseTo(toPicture(before, at).y);
});

test('actual size maps one pixel to one pixel of the screen at every density', () => {
  expect(actual(fitView(frame), frame, 2).scale).toBeCloseTo(0.5);
});

test('a picture larger than the canvas cannot be moved out of it', () => {
  const large = zoomAt(fitView(frame), { frame, at: { x: 212, y: 162 }, factor: 10 });
  const left = moveBy(large, { x: -1e6, y: -1e6 }, frame);
  expect(left.x + 1000 * left.scale).toBeCloseTo(424 - 12);
  expect(left.y + 500 * left.scale).toBeCloseTo(324 - 12);
  const right = moveBy(large, { x: 1e6, y: 1e6 }, frame);
  expect([right.x, right.y]).toEqual([12, 12]);
});

test('zoom is limited to sixteen times and to half of the fitted size', () => {
  const at = { x: 0, y: 0 };
  expect(zoomAt(fitView(frame), { frame, at, factor: 1e6 }).scale).toBe(16);
  expect(zoomAt(fitView(frame), { frame, at, factor: 1e-6 }).scale).toBeCloseTo(0.2);
});

test('spreading two fingers enlarges the picture around their centre', () => {
  const before = zoomAt(fitView(frame), { frame, at: { x: 212, y: 162 }, factor: 4 });
  const from = [
    { x: 180, y: 160 },
    { x: 240, y: 160 },
  ] as const;
  const to = [
    { x: 160, y: 170 },
    { x: 280, y: 170 },
  ] as const;
  const after = pinch(before, { frame, from, to });
  expect(after.scale).toBeCloseTo(before.scale * 2);
  expect(toPicture(after, { x: 220, y: 170 }).x).toBeCloseTo(toPicture(before, { x: 210, y: 160 }).x);
});
