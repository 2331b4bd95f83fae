import type { Size } from '../../types.ts';
import { ascii, type Bytes, type Range, u16, u32 } from '../bytes.ts';
import type { CodedColours } from '../hevc/sequence.ts';
import { contentOf, cursorOf, type Items, propertiesOf, readItems } from './items.ts';

/** An HEVC key frame, and the `hvcC` record with its parameter sets. */
export type CodedTile = Size & { readonly data: Bytes; readonly config: Bytes };

/** A picture of one tile or of rows of equal tiles, which may exceed it at the right and at the bottom. */
export type TiledImage = Size & { readonly columns: number; readonly tiles: readonly CodedTile[] };

/** What a reader does with the decoded picture, in this order. */
export type Transform =
  | { readonly kind: 'crop'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Anticlockwise, in quarter turns. */
  | { readonly kind: 'turn'; readonly quarters: number }
  | { readonly kind: 'mirror'; readonly exchanges: 'rows' | 'columns' };

export type HeicPicture = {
  readonly image: TiledImage;
  /** The opacity as the luma of a picture of the same size; null if all is opaque. */
  readonly opacity: TiledImage | null;
  readonly transforms: readonly Transform[];
  /** The ICC profile. */
  readonly profile: Bytes | null;
  readonly colours: CodedColours | null;
};

/**
 * Reads the main picture of an HEIC file (ISO/IEC 23008-12): one HEVC frame or a grid of them. Null for what it does not
 * read: other codecs, overlays, items in other files, colours that are multiplied by the opacity.
 */
export function readHeic(bytes: Bytes): HeicPicture | null {
  const items = readItems(bytes);
  if (!items || items.references.some(({ type }) => type === 'prem')) return null;
  const { main } = items;
  const image = imageOf(items, main);
  const alpha = items.references.find(
    ({ type, from, to }) => type === 'auxl' && to[0] === main && isAlpha(items, from),
  );
  const opacity = alpha ? imageOf(items, alpha.from) : null;
  const fits = !alpha || (opacity?.width === image?.width && opacity?.height === image?.height);
  if (!image || !fits) return null;
  const properties = [...propertiesOf(items, main), ...propertiesOf(items, items.tilesOf(main)[0] ?? main)];
  const colr = properties.filter(({ name }) => name === 'colr');
  const icc = colr.find(({ from }) => ['prof', 'rICC'].includes(ascii(bytes, from, 4)));
  const nclx = colr.find(({ from }) => ascii(bytes, from, 4) === 'nclx');
  return {
    image,
    opacity,
    transforms: propertiesOf(items, main).flatMap((property) => transformOf(bytes, property, image)),
    profile: icc ? bytes.slice(icc.from + 4, icc.to) : null,
    colours: nclx
      ? {
          primaries: u16(bytes, nclx.from + 4),
          transfer: u16(bytes, nclx.from + 6),
          matrix: u16(bytes, nclx.from + 8),
          fullRange: ((bytes[nclx.from + 10] ?? 0) & 0x80) !== 0,
        }
      : null,
  };
}

const isAlpha = (items: Items, item: number): boolean =>
  propertiesOf(items, item).some(
    ({ name, from, to }) => name === 'auxC' && /alpha|auxid:1\0/.test(ascii(items.bytes, from, to - from)),
  );

function imageOf(items: Items, item: number): TiledImage | null {
  const type = items.types.get(item);
  if (type === 'hvc1') {
    const tile = tileOf(items, item);
    return tile && { width: tile.width, height: tile.height, columns: 1, tiles: [tile] };
  }
  const grid = contentOf(items, item);
  if (type !== 'grid' || grid.length < 8) return null;
  const sideBytes = ((grid[1] ?? 0) & 1) === 1 ? 4 : 2;
  const [rows, columns] = [(grid[2] ?? 0) + 1, (grid[3] ?? 0) + 1];
  const sides = cursorOf(grid, 4);
  const size = { width: sides.number(sideBytes), height: sides.number(sideBytes) };
  const tiles = items.tilesOf(item).flatMap((tile) => tileOf(items, tile) ?? []);
  const [first] = tiles;
  const isRegular = tiles.every((tile) => isLikeFirst(tile, first));
  if (!first || tiles.length !== rows * columns || !isRegular) return null;
  if (columns * first.width < size.width || rows * first.height < size.height) return null;
  return { ...size, columns, tiles };
}

/** Whether one decoder with one configuration decodes both. */
const isLikeFirst = ({ width, height, config }: CodedTile, first: CodedTile | undefined): boolean =>
  width === first?.width &&
  height === first.height &&
  config.length === first.config.length &&
  config.every((byte, i) => byte === first.config[i]);

function tileOf(items: Items, item: number): CodedTile | null {
  const data = contentOf(items, item);
  const [config, size] = ['hvcC', 'ispe'].map((name) => propertiesOf(items, item).find((one) => one.name === name));
  if (items.types.get(item) !== 'hvc1' || data.length === 0 || !config || !size) return null;
  const { bytes } = items;
  return {
    data,
    config: bytes.slice(config.from, config.to),
    width: u32(bytes, size.from + 4),
    height: u32(bytes, size.from + 8),
  };
}

function transformOf(bytes: Bytes, { name, from }: Range, { width, height }: Size): readonly Transform[] {
  const last = bytes[from] ?? 0;
  switch (name) {
    case 'irot':
      return [{ kind: 'turn', quarters: last & 3 }];
    case 'imir':
      return [{ kind: 'mirror', exchanges: (last & 1) === 0 ? 'rows' : 'columns' }];
    case 'clap': {
      const fraction = (at: number) => (u32(bytes, at) | 0) / Math.max(1, u32(bytes, at + 4));
      const crop = { width: Math.round(fraction(from)), height: Math.round(fraction(from + 8)) };
      const x = Math.round((width - crop.width) / 2 + fraction(from + 16));
      const y = Math.round((height - crop.height) / 2 + fraction(from + 24));
      const isInside =
        crop.width > 0 && crop.height > 0 && x >= 0 && y >= 0 && x + crop.width <= width && y + crop.height <= height;
      return isInside ? [{ kind: 'crop', x, y, ...crop }] : [];
    }
    default:
      return [];
  }
}
