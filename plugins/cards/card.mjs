import { createRequire } from 'node:module';
import { createFonts } from './fonts.mjs';
import { drawLogo, LOGO } from './logo.mjs';
import { drawPrint, printsOf } from './print.mjs';
import { balanced, clipped, pieces } from './text.mjs';

const require = createRequire(import.meta.url);
const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 72;
const COLUMN = 610;

/** Line heights in em, by language. Vowel signs of Devanagari and Thai extend above and below the line. */
const LEADING = { hi: 1.4, th: 1.42, ja: 1.3, zh: 1.3, ko: 1.28 };

let started = null;

/** CanvasKit, the fonts and the surface of all cards; created once per thread. */
function tools() {
  started ??= require('canvaskit-wasm/full')().then((CanvasKit) => ({
    CanvasKit,
    fonts: createFonts(CanvasKit),
    surface: createSurface(CanvasKit),
  }));
  return started;
}

/**
 * Creates an opaque surface. `MakeSurface` creates one with unpremultiplied alpha, on which all drawing takes
 * Skia's slow path: copying the background takes 100 ms instead of 1.
 */
function createSurface({ AlphaType, ColorSpace, ColorType, Malloc, MakeRasterDirectSurface }) {
  const info = {
    width: WIDTH,
    height: HEIGHT,
    colorType: ColorType.RGBA_8888,
    alphaType: AlphaType.Opaque,
    colorSpace: ColorSpace.SRGB,
  };
  return MakeRasterDirectSurface(info, Malloc(Uint8Array, 4 * WIDTH * HEIGHT), 4 * WIDTH);
}

export default {
  name: 'cards',
  card: { draw, sources: (card) => [LOGO, ...printsOf(card).flat()] },
};

/** Draws the card of a page and returns it as JPEG. */
async function draw(card, root) {
  const { CanvasKit, fonts, surface } = await tools();
  const canvas = surface.getCanvas();
  drawBackground({ CanvasKit, surface, canvas }, printsOf(card), root);
  drawWords({ CanvasKit, fonts, canvas, card });
  const image = surface.makeImageSnapshot();
  const bytes = image.encodeToBytes(CanvasKit.ImageFormat.JPEG, 72);
  image.delete();
  return bytes;
}

/** The empty darkroom, the background of every card. */
let emptyRoom = null;
/** Darkroom with prints, cached for the next card: sitegen draws cards that show the same files in succession. */
let background = { key: '', image: null };

function drawBackground({ CanvasKit, surface, canvas }, prints, root) {
  const key = JSON.stringify([prints, root]);
  if (background.key === key) {
    canvas.drawImage(background.image, 0, 0, null);
    return;
  }
  if (emptyRoom) canvas.drawImage(emptyRoom, 0, 0, null);
  else {
    drawRoom(CanvasKit, canvas);
    emptyRoom = surface.makeImageSnapshot();
  }
  const positions = PRINT_POSITIONS[prints.length] ?? PRINT_POSITIONS[1];
  prints.forEach((files, n) => {
    drawPrint(CanvasKit, canvas, { root, files, ...positions[n] });
  });
  drawLogo(CanvasKit, canvas, { root, x: MARGIN, y: 56, scale: 1.6 });
  background.image?.delete();
  background = { key, image: surface.makeImageSnapshot() };
}

const PRINT_POSITIONS = {
  1: [{ x: 936, y: 330, width: 430, degrees: 4 }],
  2: [
    { x: 1010, y: 196, width: 330, degrees: 8 },
    { x: 906, y: 424, width: 380, degrees: -5 },
  ],
  3: [
    { x: 1046, y: 160, width: 320, degrees: 9 },
    { x: 846, y: 288, width: 290, degrees: -7 },
    { x: 1000, y: 458, width: 380, degrees: 3 },
  ],
};

/** Draws the darkroom: near-black with the safelight above. */
function drawRoom(CanvasKit, canvas) {
  canvas.clear(CanvasKit.parseColorString('#120c0a'));
  const glow = (x, y, { radius, strength }) => {
    const paint = new CanvasKit.Paint();
    const stops = [strength, strength * 0.4, 0].map((alpha) => CanvasKit.Color(255, 90, 54, alpha));
    const shader = CanvasKit.Shader.MakeRadialGradient([x, y], radius, stops, [0, 0.45, 1], CanvasKit.TileMode.Clamp);
    paint.setShader(shader);
    paint.setDither(true);
    canvas.drawRect(CanvasKit.XYWHRect(0, 0, WIDTH, HEIGHT), paint);
    shader.delete();
    paint.delete();
  };
  glow(940, 40, { radius: 820, strength: 0.5 });
  glow(120, 720, { radius: 520, strength: 0.12 });
}

function drawWords({ CanvasKit, fonts, canvas, card }) {
  const { code, language } = card.locale;
  const title = card.title.replace(/\s*\|[^|]*$/u, '');
  const host = new URL(card.site.url).host;
  const families = fonts.families(`${title}${card.description}${host}…`, code);
  const writer = createWriter({ CanvasKit, fonts, canvas, families, language });
  const leading = LEADING[code] ?? 1.16;
  const heading = writer.pieces(pieces(title, language), { weight: 640 });
  const fitted = [70, 64, 58, 52, 47, 42, 38].map((size) => ({ size, lines: balanced(heading, COLUMN / size) }));
  const fits = ({ size, lines }) => lines.length * size * leading <= 236 && lines.length <= 4;
  const { size, lines } = fitted.find(fits) ?? fitted.at(-1);
  const small = code === 'hi' || code === 'th' ? 25 : 27;
  const body = writer.pieces(pieces(card.description, language), { weight: 400 });
  const lead = small * Math.max(1.42, leading + 0.16);
  const tall = lines.length * size * leading;
  const most = Math.min(4, Math.floor((HEIGHT - 100 - 136 - 26 - tall) / lead));
  const under = clipped(body, { width: COLUMN / small, most });
  const y = Math.max(136, 334 - (tall + 26 + under.length * lead) / 2);
  writer.write(lines, { size, weight: 640, color: '#f7f0e6', y, step: size * leading });
  const below = y + tall + 26;
  writer.write(under, { size: small, weight: 400, color: '#d3c5b8', y: below, step: lead });
  writer.write([host], { size: 22, weight: 500, color: '#ff8a4c', y: HEIGHT - 84, step: 34 });
}

/** Measures segments of text and draws lines. Paragraphs are expensive, so one paragraph measures a whole text. */
function createWriter({ CanvasKit, fonts, canvas, families, language }) {
  const paragraph = (text, { size, weight, color = '#000' }) => {
    const style = new CanvasKit.ParagraphStyle({
      textStyle: {
        color: CanvasKit.parseColorString(color),
        fontFamilies: families,
        fontSize: size,
        fontVariations: [{ axis: 'wght', value: weight }],
        locale: language,
      },
    });
    const builder = CanvasKit.ParagraphBuilder.MakeFromFontCollection(style, fonts.collection);
    builder.addText(text);
    const built = builder.build();
    builder.delete();
    built.layout(100_000);
    return built;
  };
  return {
    /** The segments with their widths in em. */
    pieces: (texts, { weight }) => {
      const size = 40;
      const built = paragraph(texts.join(''), { size, weight });
      let at = 0;
      const widthOf = (from, to) => {
        const { RectHeightStyle, RectWidthStyle } = CanvasKit;
        const rects = built.getRectsForRange(from, to, RectHeightStyle.Tight, RectWidthStyle.Tight);
        return rects.reduce((sum, { rect: [left, , right] }) => sum + right - left, 0) / size;
      };
      const measured = texts.map((text) => {
        const from = at;
        at += text.length;
        return { text, width: widthOf(from, at), tight: widthOf(from, from + text.trimEnd().length) };
      });
      built.delete();
      return measured;
    },
    /** Draws lines, each vertically centred in a row of height `step`. */
    write: (lines, { y, step, ...style }) => {
      const built = paragraph(lines.join('\n'), style);
      for (const { lineNumber, baseline, ascent, descent } of built.getLineMetrics()) {
        // Each line is a paragraph of its own: fonts of several scripts in one line would shift the lines below it.
        const from = y + lineNumber * step + (step - ascent - descent) / 2 + ascent - baseline;
        canvas.save();
        canvas.clipRect(
          CanvasKit.XYWHRect(0, from + baseline - ascent, WIDTH, ascent + descent),
          CanvasKit.ClipOp.Intersect,
          false,
        );
        canvas.drawParagraph(built, MARGIN, from);
        canvas.restore();
      }
      built.delete();
    },
  };
}
