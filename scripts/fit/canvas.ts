import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CanvasKit, Image } from 'canvaskit-wasm';
import type { Pixels, Plane, Size } from '../../site/engine/types.ts';

const require = createRequire(import.meta.url);

/** Fonts of this repository's packages, used besides those of `--fonts`. */
const PACKAGED_FONTS = [
  'source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  'source-serif-4/files/source-serif-4-latin-wght-italic.woff2',
  'noto-serif-jp/files/noto-serif-jp-latin-wght-normal.woff2',
] as const;

/** A watermark of text: one word centred at (`x`, `y`), or words all over the picture if `spacing` is given. */
export type Lettering = {
  readonly text: string;
  /** Index of the font, below `Canvas.fontCount`. */
  readonly font: number;
  readonly heightPx: number;
  readonly angleDegrees: number;
  readonly x: number;
  readonly y: number;
  /** Distance of repeated words: along the line in word lengths, between lines in pixels. */
  readonly spacing: { readonly across: number; readonly down: number } | null;
};

export type Canvas = {
  readonly fontCount: number;
  /** Coverage 0..1 of each pixel by a watermark. */
  readonly draw: (size: Size, lettering: Lettering) => Plane;
  /** Pixels of a PNG, JPEG or WebP file. */
  readonly decode: (bytes: Uint8Array) => Pixels;
};

/** Loads CanvasKit with the fonts of this repository and those below a folder (TTF or OTF). */
export async function openCanvas(fontFolder: string | null): Promise<Canvas> {
  const kit = await (require('canvaskit-wasm/full') as () => Promise<CanvasKit>)();
  const fonts = [...packagedFonts(), ...(fontFolder ? fontFiles(fontFolder) : [])].flatMap(
    (file) => kit.Typeface.MakeTypefaceFromData(Uint8Array.from(readFileSync(file)).buffer) ?? [],
  );
  return {
    fontCount: fonts.length,
    draw: (size, lettering) => {
      const typeface = fonts[lettering.font] ?? null;
      return drawCoverage(kit, size, { lettering, font: new kit.Font(typeface, lettering.heightPx) });
    },
    decode: (bytes) => {
      const image = kit.MakeImageFromEncoded(bytes);
      if (!image) throw new Error('The file is no picture that CanvasKit decodes. Use PNG, JPEG or WebP.');
      const size = { width: image.width(), height: image.height() };
      return { ...size, data: new Uint8ClampedArray(readRgba(kit, image, size)) };
    },
  };
}

const packagedFonts = (): readonly string[] =>
  PACKAGED_FONTS.map((path) => {
    const [name = '', ...rest] = path.split('/');
    return join(dirname(require.resolve(`@fontsource-variable/${name}/package.json`)), ...rest);
  });

const fontFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[ot]tf$/i.test(name))
    .sort()
    .map((name) => join(folder, name));

type Drawing = { readonly lettering: Lettering; readonly font: InstanceType<CanvasKit['Font']> };

function drawCoverage(kit: CanvasKit, size: Size, { lettering, font }: Drawing): Plane {
  const { width, height } = size;
  const surface = kit.MakeSurface(width, height);
  if (!surface) throw new Error(`CanvasKit has no surface of ${width} × ${height} pixels.`);
  const canvas = surface.getCanvas();
  const paint = new kit.Paint();
  paint.setColor(kit.WHITE);
  paint.setAntiAlias(true);
  font.setSubpixel(true);
  canvas.clear(kit.TRANSPARENT);
  canvas.rotate(lettering.angleDegrees, lettering.x, lettering.y);
  const glyphs = font.getGlyphIDs(lettering.text);
  const length = font.getGlyphWidths(glyphs).reduce((sum, advance) => sum + advance, 0);
  const write = (dx: number, dy: number) =>
    canvas.drawText(
      lettering.text,
      lettering.x + dx - length / 2,
      lettering.y + dy + lettering.heightPx / 3,
      paint,
      font,
    );
  const { spacing } = lettering;
  if (spacing === null) write(0, 0);
  else {
    const reach = Math.hypot(width, height);
    const across = spacing.across * length;
    for (let n = -Math.ceil(reach / across); n <= reach / across; n++)
      for (let m = -Math.ceil(reach / spacing.down); m <= reach / spacing.down; m++)
        write(n * across, m * spacing.down);
  }
  surface.flush();
  const image = surface.makeImageSnapshot();
  const rgba = readRgba(kit, image, size);
  for (const resource of [image, paint, font, surface]) resource.delete();
  return { width, height, data: Float32Array.from({ length: width * height }, (_, i) => rgba[4 * i + 3]! / 255) };
}

function readRgba(kit: CanvasKit, image: Image, { width, height }: Size): Uint8Array {
  const info = {
    width,
    height,
    colorType: kit.ColorType.RGBA_8888,
    alphaType: kit.AlphaType.Unpremul,
    colorSpace: kit.ColorSpace.SRGB,
  };
  const pixels = image.readPixels(0, 0, info);
  if (!(pixels instanceof Uint8Array)) throw new Error('CanvasKit returned no pixels.');
  return pixels;
}
