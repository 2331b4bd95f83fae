import type { Seen, Vector } from './motion.ts';

/** Longest shift that is looked for between two frames, in pixels. */
const REACH = 64;
/** Share of the pixels that must be comparable. */
const LEAST_SHARE = 0.1;

/**
 * The shift of the whole picture in pixels, by full search on a copy four times as small and then finer; null where
 * even the best one does not explain the picture.
 */
export function globalShift(from: Seen, to: Seen): Vector | null {
  const pyramid: { readonly a: Seen; readonly b: Seen }[] = [{ a: from, b: to }];
  while (pyramid.length < 3) {
    const { a, b } = pyramid.at(-1) as { a: Seen; b: Seen };
    if (Math.min(a.width, a.height) < 24) break;
    pyramid.push({ a: smaller(a), b: smaller(b) });
  }
  const scale = 2 ** (pyramid.length - 1);
  const side = Math.min(from.width, from.height);
  let reach = Math.round(Math.min(REACH, side * 0.6) / scale);
  let best = { x: 0, y: 0 };
  for (const { a, b } of pyramid.reverse()) {
    best = search(a, b, { around: best, reach });
    reach = 1;
    if (a !== from) best = { x: best.x * 2, y: best.y * 2 };
  }
  const found = difference(from, to, { ...best, stride: 2, most: Number.POSITIVE_INFINITY });
  if (found === null) return null;
  // Pictures of one place differ less from each other than each from its own average.
  return found < 6 || found < 0.75 * texture(from) ? best : null;
}

function search(a: Seen, b: Seen, { around, reach }: { readonly around: Vector; readonly reach: number }): Vector {
  const stride = a.width * a.height > 20_000 ? 3 : a.width * a.height > 2500 ? 2 : 1;
  let best = around;
  let least = Number.POSITIVE_INFINITY;
  const consider = (x: number, y: number) => {
    const found = difference(a, b, { x, y, stride, most: least });
    // The shorter of two that are equally good.
    const cost = found === null ? Number.POSITIVE_INFINITY : found + 0.002 * Math.hypot(x, y);
    if (cost < least) [least, best] = [cost, { x, y }];
  };
  // Outwards, as a good one soon lets others be given up early.
  for (let ring = 0; ring <= reach; ring++)
    for (let y = around.y - ring; y <= around.y + ring; y++) {
      const step = Math.abs(y - around.y) === ring ? 1 : Math.max(1, 2 * ring);
      for (let x = around.x - ring; x <= around.x + ring; x += step) consider(x, y);
    }
  return best;
}

type Tried = Vector & { readonly stride: number; readonly most: number };

/** Mean difference in 0..255 of the pixels that both show; null where they are too few, or it is above `most`. */
function difference(a: Seen, b: Seen, { x, y, stride, most }: Tried): number | null {
  const { width, height } = a;
  const tried = (width * height) / stride ** 2;
  const left = Math.max(0, -x);
  const right = Math.min(width, width - x);
  const bottom = Math.min(height, height - y);
  const offset = y * width + x;
  const limit = most * Math.ceil((right - left) / stride) * Math.ceil((bottom - Math.max(0, -y)) / stride);
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, -y); row < bottom && sum <= limit; row += stride)
    for (let at = row * width + left + (row % stride), end = row * width + right; at < end; at += stride) {
      if (!a.valid[at] || !b.valid[at + offset]) continue;
      sum += Math.abs((a.data[at] as number) - (b.data[at + offset] as number));
      count++;
    }
  return sum > limit || count < LEAST_SHARE * tried || count < 24 ? null : sum / count;
}

/** Mean distance from the mean. */
function texture({ data, valid }: Seen): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < data.length; i++) {
    if (!valid[i]) continue;
    sum += data[i] as number;
    count++;
  }
  const mean = sum / Math.max(1, count);
  let away = 0;
  for (let i = 0; i < data.length; i++) if (valid[i]) away += Math.abs((data[i] as number) - mean);
  return away / Math.max(1, count);
}

function smaller({ width, height, data, valid }: Seen): Seen {
  const [w, h] = [width >> 1, height >> 1];
  const out = { width: w, height: h, data: new Uint8Array(w * h), valid: new Uint8Array(w * h) };
  for (let y = 0; y < h; y++)
    for (let x = 0, a = 2 * y * width, at = y * w; x < w; x++, a += 2, at++) {
      const b = a + width;
      const sum = (data[a] as number) + (data[a + 1] as number) + (data[b] as number) + (data[b + 1] as number);
      out.data[at] = (sum + 2) >> 2;
      out.valid[at] = valid[a] && valid[a + 1] && valid[b] && valid[b + 1] ? 1 : 0;
    }
  return out;
}
