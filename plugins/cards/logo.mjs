import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of the logo below the root. */
export const LOGO = 'site/public/logo-dark.svg';

/** Draws the site's logo, an SVG of grouped paths and circles, at `x, y` in canvas pixels, scaled by `scale`. */
export function drawLogo(CanvasKit, canvas, { root, x, y, scale }) {
  const text = readFileSync(join(root, LOGO), 'utf8');
  canvas.save();
  canvas.translate(x, y);
  canvas.scale(scale, scale);
  const styles = [{ fill: '#000' }];
  for (const [, close, name, written] of text.matchAll(/<(\/?)(g|path|circle)\b([^>]*)>/g)) {
    if (close) {
      canvas.restore();
      styles.pop();
      continue;
    }
    const attributes = Object.fromEntries(
      [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    const style = { ...styles.at(-1), ...attributes };
    canvas.save();
    const [tx = 0, ty = 0] = numbers(/translate\(([^)]*)\)/.exec(attributes.transform ?? '')?.[1]);
    const [scale = 1] = numbers(/scale\(([^)]*)\)/.exec(attributes.transform ?? '')?.[1]);
    canvas.translate(tx, ty);
    canvas.scale(scale, scale);
    if (name === 'g') {
      styles.push({ ...style, transform: undefined });
      continue;
    }
    drawShape(CanvasKit, canvas, { name, style });
    canvas.restore();
  }
  canvas.restore();
}

const numbers = (text = '') =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

function drawShape(CanvasKit, canvas, { name, style }) {
  const paint = new CanvasKit.Paint();
  paint.setAntiAlias(true);
  const draw = () => {
    if (name === 'circle') return canvas.drawCircle(Number(style.cx), Number(style.cy), Number(style.r), paint);
    const path = CanvasKit.Path.MakeFromSVGString(style.d);
    canvas.drawPath(path, paint);
    return path.delete();
  };
  if (style.fill !== 'none' && !(style.stroke && !style.fill)) {
    paint.setColor(CanvasKit.parseColorString(style.fill));
    draw();
  }
  if (style.stroke) {
    paint.setStyle(CanvasKit.PaintStyle.Stroke);
    paint.setStrokeWidth(Number(style['stroke-width'] ?? 1));
    paint.setStrokeCap(CanvasKit.StrokeCap.Round);
    paint.setStrokeJoin(CanvasKit.StrokeJoin.Round);
    paint.setColor(CanvasKit.parseColorString(style.stroke));
    draw();
  }
  paint.delete();
}
