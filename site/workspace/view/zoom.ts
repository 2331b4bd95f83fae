import type { Size } from '../../engine/types.ts';

/** Position of the picture: `scale` screen pixels for each of its pixels, its top left corner at `x`, `y`. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };

export type Frame = {
  /** Of the place on the screen. */
  readonly room: Size;
  readonly picture: Size;
};

export type Point = { readonly x: number; readonly y: number };

const MAX_SCALE = 16;
const MAX_FIT_SCALE = 4;
/** Longer side on the screen, in CSS pixels, below which even the smallest pictures are not shown: the divider's grip would hide them. */
const MIN_FIT_PX = 160;
const MARGIN = 12;

/** Fits the whole picture in the centre; enlarges small ones up to four times, and tiny ones until they can be seen. */
export function fitView({ room, picture }: Frame): View {
  const scale = Math.min(
    Math.max(1, room.width - 2 * MARGIN) / picture.width,
    Math.max(1, room.height - 2 * MARGIN) / picture.height,
    Math.max(MAX_FIT_SCALE, MIN_FIT_PX / Math.max(picture.width, picture.height)),
  );
  return centred(scale, { room, picture });
}

/** One pixel of the picture for each pixel of the screen, around the centre of the viewport. */
export function actual(view: View, frame: Frame, density: number): View {
  const { width, height } = frame.room;
  return zoomAt(view, { frame, at: { x: width / 2, y: height / 2 }, factor: 1 / density / view.scale });
}

/** Zooms by `factor`; the point under `at` keeps its position. */
export function zoomAt(
  view: View,
  { frame, at, factor }: { readonly frame: Frame; readonly at: Point; readonly factor: number },
): View {
  const fit = fitView(frame).scale;
  const min = Math.min(fit, 1) / 2;
  const scale = Math.min(Math.max(MAX_SCALE, fit), Math.max(min, view.scale * factor));
  const ratio = scale / view.scale;
  return clamped({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, frame);
}

export const moveBy = (view: View, by: Point, frame: Frame): View =>
  clamped({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);

/** Two fingers: their earlier and their present positions. */
export function pinch(
  view: View,
  {
    frame,
    from,
    to,
  }: { readonly frame: Frame; readonly from: readonly [Point, Point]; readonly to: readonly [Point, Point] },
): View {
  const startMidpoint = midpoint(...from);
  const is = midpoint(...to);
  const factor = distance(...to) / Math.max(1, distance(...from));
  return moveBy(
    zoomAt(view, { frame, at: startMidpoint, factor }),
    { x: is.x - startMidpoint.x, y: is.y - startMidpoint.y },
    frame,
  );
}

/** The point of the picture below a point of the viewport. */
export const toPicture = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.scale,
  y: (y - view.y) / view.scale,
});

/** Moves the picture as little as necessary to show one of its points. */
export function reveal(view: View, at: Point, frame: Frame): View {
  const edge = 24;
  const by = (position: number, space: number) =>
    position < edge ? edge - position : position > space - edge ? space - edge - position : 0;
  const x = by(view.x + at.x * view.scale, frame.room.width);
  const y = by(view.y + at.y * view.scale, frame.room.height);
  return x === 0 && y === 0 ? view : moveBy(view, { x, y }, frame);
}

/** Centres a picture smaller than the viewport; keeps a larger one inside. */
function clamped(view: View, { room, picture }: Frame): View {
  const along = (at: number, length: number, space: number) => {
    const rest = space - length;
    return rest >= 0 ? rest / 2 : Math.min(MARGIN, Math.max(rest - MARGIN, at));
  };
  return {
    scale: view.scale,
    x: along(view.x, picture.width * view.scale, room.width),
    y: along(view.y, picture.height * view.scale, room.height),
  };
}

const centred = (scale: number, frame: Frame): View => clamped({ scale, x: 0, y: 0 }, frame);
const midpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
