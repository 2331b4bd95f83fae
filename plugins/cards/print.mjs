import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'site/public/samples';

/** Photographs of articles by slug; cards of tools show a result of the tool. */
const OF_ARTICLE = {
  'filling-holes': 'canyon',
  'invented-detail': 'coffee',
  'on-your-device': 'cat',
  'pencil-and-ink': 'flower',
  'photo-metadata': 'biplane',
  'picture-formats': 'rocket',
  'scanning-prints': 'boats-worn',
  'unblending-watermarks': 'canyon-marked',
  'what-blur-is': 'house-shaken',
  'why-hair-is-hard': 'cat',
};

/** Paths of a card's photographs below the root: one or two (before and after) for each print. */
export function printsOf({ kind, id, params }) {
  const one = (name) => [`${folder}/${name}.webp`];
  if (kind === 'entry') return [one(OF_ARTICLE[params.slug] ?? 'boats')];
  if (kind === 'list') return [one('sheep'), one('biplane')];
  if (id === 'home') return [one('biplane'), one('cat'), one('boats')];
  return [[`${folder}/${id}/before.webp`, `${folder}/${id}/after.webp`, `${folder}/boats.webp`]];
}

/** Draws a print, a photograph with a border, rotated by `degrees` around its centre `x, y`. */
export function drawPrint(CanvasKit, canvas, { root, files, x, y, width, degrees }) {
  const [before, after, other] = files.map((file) => imageOf(CanvasKit, join(root, file)));
  const shown = before ?? other;
  if (!shown) return;
  const ratio = Math.max(0.8, Math.min(1.5, shown.width() / shown.height()));
  const [inner, border] = [width - 28, 14];
  const tall = inner / ratio;
  canvas.save();
  canvas.translate(x, y);
  canvas.rotate(degrees, 0, 0);
  canvas.translate(-width / 2, -(tall + 2 * border) / 2);
  const paint = new CanvasKit.Paint();
  paint.setAntiAlias(true);
  const sheet = CanvasKit.XYWHRect(0, 0, width, tall + 2 * border);
  paint.setColor(CanvasKit.Color(0, 0, 0, 0.6));
  const blur = CanvasKit.MaskFilter.MakeBlur(CanvasKit.BlurStyle.Normal, 22, true);
  paint.setMaskFilter(blur);
  canvas.drawRect(CanvasKit.XYWHRect(-2, 16, width + 4, tall + 2 * border), paint);
  paint.setMaskFilter(null);
  paint.setColor(CanvasKit.parseColorString('#f7f0e6'));
  canvas.drawRRect(CanvasKit.RRectXY(sheet, 4, 4), paint);
  const rect = CanvasKit.XYWHRect(border, border, inner, tall);
  if (after) {
    checker(CanvasKit, canvas, { rect, paint });
    drawCovering(CanvasKit, canvas, { image: after, rect });
    canvas.save();
    canvas.clipRect(CanvasKit.XYWHRect(border, border, inner / 2, tall), CanvasKit.ClipOp.Intersect, true);
    drawCovering(CanvasKit, canvas, { image: shown, rect });
    canvas.restore();
    paint.setColor(CanvasKit.parseColorString('#f7f0e6'));
    canvas.drawRect(CanvasKit.XYWHRect(border + inner / 2 - 2, border, 4, tall), paint);
  } else drawCovering(CanvasKit, canvas, { image: shown, rect });
  canvas.restore();
  for (const object of [paint, blur, before, after, other]) object?.delete();
}

function imageOf(CanvasKit, file) {
  return existsSync(file) ? CanvasKit.MakeImageFromEncoded(readFileSync(file)) : null;
}

/** Fills a rectangle with the centre of a picture, like CSS `object-fit: cover`. */
function drawCovering(CanvasKit, canvas, { image, rect }) {
  const [left, top, right, bottom] = rect;
  const [width, height] = [right - left, bottom - top];
  const scale = Math.max(width / image.width(), height / image.height());
  const [sourceWidth, sourceHeight] = [width / scale, height / scale];
  const from = CanvasKit.XYWHRect(
    (image.width() - sourceWidth) / 2,
    (image.height() - sourceHeight) / 2,
    sourceWidth,
    sourceHeight,
  );
  canvas.drawImageRectCubic(image, from, rect, 1 / 3, 1 / 3, null);
}

/** Draws a checkerboard, the background of cut-outs. */
function checker(CanvasKit, canvas, { rect, paint }) {
  const [left, top, right, bottom] = rect;
  paint.setColor(CanvasKit.parseColorString('#e9e1d4'));
  canvas.drawRect(rect, paint);
  paint.setColor(CanvasKit.parseColorString('#cfc4b4'));
  const size = 16;
  for (let y = top; y < bottom; y += size) {
    for (let x = left; x < right; x += size) {
      if ((Math.round((x - left) / size) + Math.round((y - top) / size)) % 2 === 0) continue;
      canvas.drawRect(CanvasKit.LTRBRect(x, y, Math.min(right, x + size), Math.min(bottom, y + size)), paint);
    }
  }
}
