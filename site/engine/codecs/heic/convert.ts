import type { Pixels, Size } from '../../types.ts';
import type { Bytes } from '../bytes.ts';
import { adaptMetadata, readMetadata, writeMetadata } from '../metadata.ts';
import { writeProfile } from '../profile.ts';
import { type HeicPicture, readHeic, type TiledImage, type Transform } from './container.ts';
import { decodeTiles } from './decode.ts';
import { isMatrixKnown } from './rgb-of-yuv.ts';
import { streamColours, withDefaults } from './stream-colours.ts';

/**
 * The main picture of an HEIC file as a PNG file: upright, with its profile and its metadata, for browsers that show no HEIC.
 * Null if the file is of another kind or damaged. `pause` is called again and again, and may throw to stop.
 */
export async function pngOfHeic(bytes: Bytes, pause: () => Promise<void>): Promise<Bytes | null> {
  const picture = readHeic(bytes);
  const canvas = picture && (await drawPicture(picture, pause));
  if (!canvas) return null;
  const { width, height } = canvas;
  const plain = await canvas.convertToBlob({ type: 'image/png' });
  // Frees the canvas now; garbage collection may come much later.
  canvas.width = 1;
  canvas.height = 1;
  const metadata = adaptMetadata(readMetadata(bytes), { width, height, keepGps: true });
  const png = new Uint8Array(await plain.arrayBuffer());
  const withMetadata = metadata.exif || metadata.xmp ? writeMetadata(png, metadata) : png;
  const { profile } = picture;
  return profile ? writeProfile(withMetadata, profile) : withMetadata;
}

async function drawPicture(picture: HeicPicture, pause: () => Promise<void>): Promise<OffscreenCanvas | null> {
  const { image, transforms, colours: declared } = picture;
  const [first] = image.tiles;
  if (!first) return null;
  const colours = declared ? withDefaults(declared) : streamColours(first.config);
  const opacity = picture.opacity && (await opacityOf(picture.opacity, pause));
  if (!isMatrixKnown(colours.matrix) || (picture.opacity && !opacity)) return null;
  const { matrix, size } = placement(image, transforms);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const scratch = new OffscreenCanvas(first.width, first.height);
  const tileContext = scratch.getContext('2d', { willReadFrequently: true });
  if (!context || !tileContext) return null;
  context.imageSmoothingEnabled = false;
  context.setTransform(matrix);
  const isDecoded = await decodeTiles({
    image,
    colours,
    pause,
    draw: (index, tile) => {
      const { x, y } = positionOf(image, index);
      if (opacity) addOpacity(tile, { opacity, width: image.width, x, y });
      tileContext.putImageData(new ImageData(tile.data, tile.width, tile.height), 0, 0);
      // A tile that is decoded again replaces the first one, also where it is transparent.
      context.clearRect(x, y, first.width, first.height);
      context.drawImage(scratch, x, y);
    },
  });
  return isDecoded ? canvas : null;
}

/** Where a tile begins in its image. */
function positionOf({ columns, tiles }: TiledImage, index: number): { readonly x: number; readonly y: number } {
  const { width = 0, height = 0 } = tiles[0] ?? {};
  return { x: (index % columns) * width, y: Math.floor(index / columns) * height };
}

/** The opacity of each pixel of a picture, 0..255; null if it cannot be decoded. */
async function opacityOf(image: TiledImage, pause: () => Promise<void>): Promise<Uint8Array | null> {
  const { width, height, tiles } = image;
  const [first] = tiles;
  if (!first) return null;
  const values = new Uint8Array(width * height);
  const isDecoded = await decodeTiles({
    image,
    colours: streamColours(first.config),
    pause,
    draw: (index, tile) => {
      const { x: left, y: top } = positionOf(image, index);
      const shown = Math.min(tile.width, width - left);
      for (let y = 0; y < Math.min(tile.height, height - top); y++)
        for (let x = 0; x < shown; x++) values[(top + y) * width + left + x] = tile.data[4 * (y * tile.width + x)]!;
    },
  });
  return isDecoded ? values : null;
}

type OpacityInput = { readonly opacity: Uint8Array; readonly width: number; readonly x: number; readonly y: number };

/** Writes the opacity of the picture at a position into a tile. */
function addOpacity({ data, width, height }: Pixels, { opacity, width: stride, x: left, y: top }: OpacityInput): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < Math.min(width, stride - left); x++)
      data[4 * (y * width + x) + 3] = opacity[(top + y) * stride + left + x] ?? 255;
}

/** Where the pixels of an image come after its transforms, and the size of the outcome. */
export function placement(
  image: Size,
  transforms: readonly Transform[],
): { readonly matrix: DOMMatrix; readonly size: Size } {
  let size: Size = { width: image.width, height: image.height };
  let matrix = new DOMMatrix();
  for (const transform of transforms) {
    const { width, height } = size;
    switch (transform.kind) {
      case 'crop':
        matrix = new DOMMatrix([1, 0, 0, 1, -transform.x, -transform.y]).multiply(matrix);
        size = { width: transform.width, height: transform.height };
        break;
      case 'mirror': {
        const flip = transform.exchanges === 'rows' ? [1, 0, 0, -1, 0, height] : [-1, 0, 0, 1, width, 0];
        matrix = new DOMMatrix(flip).multiply(matrix);
        break;
      }
      case 'turn': {
        const { quarters } = transform;
        const turn = [
          [1, 0, 0, 1, 0, 0],
          [0, -1, 1, 0, 0, width],
          [-1, 0, 0, -1, width, height],
          [0, 1, -1, 0, height, 0],
        ][quarters];
        matrix = new DOMMatrix(turn).multiply(matrix);
        if (quarters % 2 === 1) size = { width: height, height: width };
        break;
      }
    }
  }
  return { matrix, size };
}
