import type { Size } from '../../types.ts';
import { ascii, type Bytes, concatBytes, type Range, u16, u32 } from '../bytes.ts';
import { isoBoxes } from '../containers.ts';
import type { CodedColours } from '../hevc/sequence.ts';

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

type Reference = { readonly type: string; readonly from: number; readonly to: readonly number[] };

type Items = {
  readonly bytes: Bytes;
  readonly main: number;
  readonly types: ReadonlyMap<number, string>;
  /** Views of the file, which are joined where an item is used: a damaged file may name more than there is. */
  readonly contents: ReadonlyMap<number, readonly Bytes[]>;
  readonly properties: ReadonlyMap<number, readonly Range[]>;
  readonly references: readonly Reference[];
  /** The items of which an item is made, in their order. */
  readonly tilesOf: (item: number) => readonly number[];
};

function readItems(bytes: Bytes): Items | null {
  const meta = isoBoxes(bytes).find(({ name }) => name === 'meta');
  if (!meta) return null;
  const boxes = isoBoxes(bytes, meta.from + 4, meta.to);
  const boxOf = (name: string) => boxes.find((box) => box.name === name);
  const [pitm, iinf, iloc, iprp] = ['pitm', 'iinf', 'iloc', 'iprp'].map(boxOf);
  if (!pitm || !iinf || !iloc || !iprp) return null;
  const iref = boxOf('iref');
  const references = iref ? readReferences(bytes, iref) : [];
  return {
    bytes,
    main: cursorOf(bytes, pitm.from + 4).number(isLong(bytes, pitm) ? 4 : 2),
    types: readTypes(bytes, iinf),
    contents: readContents(bytes, iloc, boxOf('idat')),
    properties: readProperties(bytes, iprp),
    references,
    tilesOf: (item) => references.find(({ type, from }) => type === 'dimg' && from === item)?.to ?? [],
  };
}

/** Whether the version of a full box is above 0: some of its numbers have 4 bytes instead of 2 then. */
const isLong = (bytes: Bytes, { from }: Range): boolean => (bytes[from] ?? 0) > 0;

function cursorOf(bytes: Bytes, start: number) {
  let at = start;
  return {
    at: () => at,
    /** A number of 0 to 8 bytes. */
    number: (length: number): number => {
      let value = 0;
      for (let i = 0; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0);
      at += length;
      return value;
    },
  };
}

function readTypes(bytes: Bytes, iinf: Range): Items['types'] {
  const entries = isoBoxes(bytes, iinf.from + (isLong(bytes, iinf) ? 8 : 6), iinf.to);
  return new Map(
    entries.map(({ from }) => {
      const idBytes = bytes[from] === 3 ? 4 : 2;
      const id = cursorOf(bytes, from + 4).number(idBytes);
      return [id, ascii(bytes, from + 4 + idBytes + 2, 4)];
    }),
  );
}

function readReferences(bytes: Bytes, iref: Range): readonly Reference[] {
  const idBytes = isLong(bytes, iref) ? 4 : 2;
  return isoBoxes(bytes, iref.from + 4, iref.to).map(({ name, from, to }) => {
    const cursor = cursorOf(bytes, from);
    const item = cursor.number(idBytes);
    const count = Math.min(cursor.number(2), Math.floor((to - from) / idBytes));
    return { type: name, from: item, to: Array.from({ length: count }, () => cursor.number(idBytes)) };
  });
}

/** The bytes of each item of this file. */
function readContents(bytes: Bytes, iloc: Range, idat: Range | undefined): Items['contents'] {
  const version = bytes[iloc.from] ?? 0;
  const [first = 0, second = 0] = [bytes[iloc.from + 4], bytes[iloc.from + 5]];
  const [offsetBytes, lengthBytes, baseBytes] = [first >> 4, first & 15, second >> 4];
  const indexBytes = version > 0 ? second & 15 : 0;
  const cursor = cursorOf(bytes, iloc.from + 6);
  const contents = new Map<number, readonly Bytes[]>();
  const count = cursor.number(version < 2 ? 2 : 4);
  for (let i = 0; i < count && cursor.at() < iloc.to; i++) {
    const id = cursor.number(version < 2 ? 2 : 4);
    const method = version > 0 ? cursor.number(2) & 15 : 0;
    const isHere = cursor.number(2) === 0;
    const base = cursor.number(baseBytes) + (method === 1 ? (idat?.from ?? 0) : 0);
    const extents: Bytes[] = [];
    const extentCount = cursor.number(2);
    for (let n = 0; n < extentCount && cursor.at() < iloc.to; n++) {
      cursor.number(indexBytes);
      const from = base + cursor.number(offsetBytes);
      extents.push(bytes.subarray(from, from + cursor.number(lengthBytes)));
    }
    if (isHere && method < 2) contents.set(id, extents);
  }
  return contents;
}

/** The properties of each item in their order. */
function readProperties(bytes: Bytes, iprp: Range): Items['properties'] {
  const boxes = isoBoxes(bytes, iprp.from, iprp.to);
  const ipco = boxes.find(({ name }) => name === 'ipco');
  const all = ipco ? isoBoxes(bytes, ipco.from, ipco.to) : [];
  const properties = new Map<number, readonly Range[]>();
  for (const ipma of boxes.filter(({ name }) => name === 'ipma')) {
    const indexBytes = ((bytes[ipma.from + 3] ?? 0) & 1) === 1 ? 2 : 1;
    const cursor = cursorOf(bytes, ipma.from + 4);
    const count = cursor.number(4);
    for (let i = 0; i < count && cursor.at() < ipma.to; i++) {
      const id = cursor.number(isLong(bytes, ipma) ? 4 : 2);
      const length = cursor.number(1);
      // The highest bit says that a reader must know the property.
      const indices = Array.from({ length }, () => cursor.number(indexBytes) & (indexBytes === 2 ? 0x7fff : 0x7f));
      properties.set(
        id,
        indices.flatMap((index) => all[index - 1] ?? []),
      );
    }
  }
  return properties;
}

const contentOf = ({ contents }: Items, item: number): Bytes => concatBytes(contents.get(item) ?? []);

const propertiesOf = ({ properties }: Items, item: number): readonly Range[] => properties.get(item) ?? [];

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
