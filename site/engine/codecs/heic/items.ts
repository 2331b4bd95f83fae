import { ascii, type Bytes, concatBytes, type Range } from '../bytes.ts';
import { isoBoxes } from '../containers.ts';

type Reference = { readonly type: string; readonly from: number; readonly to: readonly number[] };

/** The items of a file of the HEIF family (ISO/IEC 23008-12), such as pictures, tiles and metadata, by their numbers. */
export type Items = {
  readonly bytes: Bytes;
  readonly main: number;
  readonly types: ReadonlyMap<number, string>;
  /** Views of the file, which are joined where an item is used: a damaged file may name the same bytes in many items. */
  readonly contents: ReadonlyMap<number, readonly Bytes[]>;
  readonly properties: ReadonlyMap<number, readonly Range[]>;
  readonly references: readonly Reference[];
  /** The items of which an item is made, in their order. */
  readonly tilesOf: (item: number) => readonly number[];
};

/**
 * The items of a HEIC or AVIF file; null if the file does not say what they are, where they are, or which is the main
 * picture.
 */
export function readItems(bytes: Bytes): Items | null {
  const meta = isoBoxes(bytes).find(({ name }) => name === 'meta');
  if (!meta) return null;
  const boxes = isoBoxes(bytes, meta.from + 4, meta.to);
  const boxOf = (name: string) => boxes.find((box) => box.name === name && box.to <= bytes.length);
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

/** Reads numbers one after another from `start` on. */
export function cursorOf(bytes: Bytes, start: number) {
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

/** The bytes of each item that this file holds as a whole. */
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
    const { from: start, to: end } = (method === 1 ? idat : { from: 0, to: bytes.length }) ?? NOWHERE;
    const base = start + cursor.number(baseBytes);
    const extents: { readonly from: number; readonly to: number }[] = [];
    const extentCount = cursor.number(2);
    for (let n = 0; n < extentCount && cursor.at() < iloc.to; n++) {
      cursor.number(indexBytes);
      const from = base + cursor.number(offsetBytes);
      extents.push({ from, to: from + cursor.number(lengthBytes) });
    }
    const length = extents.reduce((sum, { from, to }) => sum + to - from, 0);
    const isWhole = extents.length === extentCount && extents.every(({ to }) => to <= end) && length <= bytes.length;
    const views = extents.map(({ from, to }) => bytes.subarray(from, to));
    if (isHere && isWhole && method < 2) contents.set(id, views);
  }
  return contents;
}

const NOWHERE = { from: 0, to: 0 };

/** The properties of each item in their order. */
function readProperties(bytes: Bytes, iprp: Range): Items['properties'] {
  const boxes = isoBoxes(bytes, iprp.from, iprp.to);
  const ipco = boxes.find(({ name }) => name === 'ipco');
  const all = ipco ? isoBoxes(bytes, ipco.from, ipco.to) : [];
  const properties = new Map<number, readonly Range[]>();
  for (const ipma of boxes.filter(({ name, to }) => name === 'ipma' && to <= iprp.to)) {
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

/** The bytes of an item; empty if the file does not hold them all. */
export const contentOf = ({ contents }: Items, item: number): Bytes => concatBytes(contents.get(item) ?? []);

export const propertiesOf = ({ properties }: Items, item: number): readonly Range[] => properties.get(item) ?? [];
