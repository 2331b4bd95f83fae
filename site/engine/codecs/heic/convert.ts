import type { Size } from '../../types.ts';
import type { Bytes } from '../bytes.ts';
import { adaptMetadata, readMetadata, writeMetadata } from '../metadata.ts';
import { writeProfile } from '../profile.ts';
import { type HeicPicture, readHeic, type Transform } from './container.ts';
import { decodeTiles } from './decode.ts';
import { isMatrixKnown } from './rgb-of-yuv.ts';
import { streamColours } from './stream-colours.ts';

/**
 * The main picture of an HEIC file as a PNG file: upright, with its profile and its metadata, for browsers that decode HEVC
 * video but show no HEIC. Null where the browser has no decoder, or the file is of another kind or has transparency.
 */
export async function pngOfHeic(bytes: Bytes): Promise<Bytes | null> {
  const picture = readHeic(bytes);
  if (!picture) return null;
  const canvas = await drawPicture(picture);
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

async function drawPicture({ image, transforms, colours: declared }: HeicPicture): Promise<OffscreenCanvas | null> {
  const [first] = image.tiles;
  const colours = declared ?? streamColours(first?.config ?? new Uint8Array(0));
  if (!first || !isMatrixKnown(colours.matrix)) return null;
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
    draw: (index, { data, width, height }) => {
      tileContext.putImageData(new ImageData(data, width, height), 0, 0);
      const [column, row] = [index % image.columns, Math.floor(index / image.columns)];
      context.drawImage(scratch, column * first.width, row * first.height);
    },
  });
  return isDecoded ? canvas : null;
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
