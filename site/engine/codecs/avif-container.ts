import { type Bytes, big32, fromAscii, join } from './bytes.ts';

/** One AV1 key frame from an encoder. */
export type Frame = { readonly data: Bytes };

export type AvifImage = {
  /** Size of the frames: even numbers. */
  readonly coded: { readonly width: number; readonly height: number };
  /** Size of the visible part, from the top left. */
  readonly width: number;
  readonly height: number;
  readonly colour: Frame;
  /** Luma is the opacity. */
  readonly alpha: Frame | null;
};

/**
 * Writes an AVIF file (ISO/IEC 23000-22, AV1 Image File Format 1.1): sRGB, 4:2:0, full range, BT.601 matrix. Throws if a
 * frame has no sequence header.
 */
export function writeAvif({ coded, width, height, colour, alpha }: AvifImage): Bytes {
  const items = [colour, ...(alpha ? [alpha] : [])].map((frame) => withoutDelimiter(frame.data));
  const cut = coded.width !== width || coded.height !== height;
  const size = full('ispe', 0, 0, join([big32(coded.width), big32(coded.height)]));
  const properties = [
    size,
    full('pixi', 0, 0, Uint8Array.of(3, 8, 8, 8)),
    box('av1C', configOf(items[0] as Bytes)),
    // Primaries of BT.709, transfer of sRGB, matrix of BT.601, full range.
    box('colr', join([fromAscii('nclx'), Uint8Array.of(0, 1, 0, 13, 0, 6, 0x80)])),
    box('clap', clap(coded, { width, height })),
    ...(alpha
      ? [
          full('pixi', 0, 0, Uint8Array.of(1, 8)),
          box('av1C', configOf(items[1] as Bytes)),
          full('auxC', 0, 0, fromAscii('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0')),
        ]
      : []),
  ];
  const essential = 0x80;
  const crop = cut ? [essential | 5] : [];
  const uses = [
    [1, 2, essential | 3, 4, ...crop],
    [1, 6, essential | 7, 8, ...crop],
  ];
  const associations = items.map((_, i) => {
    const list = uses[i] as number[];
    return [...big16(i + 1), list.length, ...list];
  });
  const meta = (offset: number) =>
    full('meta', 0, 0, [
      full('hdlr', 0, 0, join([big32(0), fromAscii('pict'), new Uint8Array(13)])),
      full('pitm', 0, 0, Uint8Array.of(...big16(1))),
      full('iloc', 0, 0, locations(items, offset)),
      full('iinf', 0, 0, join([Uint8Array.of(...big16(items.length)), ...items.map((_, i) => entry(i + 1))])),
      ...(alpha ? [full('iref', 0, 0, box('auxl', Uint8Array.of(...big16(2), ...big16(1), ...big16(1))))] : []),
      box('iprp', [
        box('ipco', properties),
        full('ipma', 0, 0, join([big32(items.length), Uint8Array.from(associations.flat())])),
      ]),
    ]);
  const type = box('ftyp', join([fromAscii('avif'), big32(0), fromAscii('avifmif1miafMA1B')]));
  const start = type.length + meta(0).length + 8;
  return join([type, meta(start), box('mdat', items)]);
}

const big16 = (value: number): readonly [number, number] => [(value >> 8) & 255, value & 255];

function box(name: string, content: Bytes | readonly Bytes[]): Bytes {
  const inside = content instanceof Uint8Array ? content : join(content);
  return join([big32(inside.length + 8), fromAscii(name), inside]);
}

function full(name: string, ...[version, flags, content]: [number, number, Bytes | readonly Bytes[]]): Bytes {
  const inside = content instanceof Uint8Array ? content : join(content);
  return box(name, join([big32(version * 2 ** 24 + flags), inside]));
}

/** Content of `iloc`: offset in the file and length of each item, four bytes each. */
function locations(items: readonly Bytes[], start: number): Bytes {
  let at = start;
  const entries = items.map(({ length }, i) => {
    const entry = [...big16(i + 1), 0, 0, ...big16(1), ...big32(at), ...big32(length)];
    at += length;
    return entry;
  });
  return Uint8Array.from([0x44, 0, ...big16(items.length), ...entries.flat()]);
}

const entry = (id: number): Bytes => full('infe', 2, 0, join([Uint8Array.of(...big16(id), 0, 0), fromAscii('av01\0')]));

/** Content of `clap`: the visible size, and the shift of its centre from that of the coded picture, as fractions. */
function clap(coded: AvifImage['coded'], shown: AvifImage['coded']): Bytes {
  const sides = [shown.width, 1, shown.height, 1];
  const shifts = [shown.width - coded.width, 2, shown.height - coded.height, 2];
  return join([...sides, ...shifts].map((value) => big32(value)));
}

const SEQUENCE_HEADER = 1;
const TEMPORAL_DELIMITER = 2;

type Obu = { readonly type: number; readonly at: number; readonly from: number; readonly to: number };

/** Open bitstream units of an AV1 stream (AV1 specification, section 5.3). */
function obusOf(data: Bytes): readonly Obu[] {
  const obus: Obu[] = [];
  for (let at = 0; at < data.length; ) {
    const header = data[at] as number;
    let from = at + 1 + ((header >> 2) & 1);
    let size = data.length - from;
    if (header & 2) {
      size = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = data[from++] ?? 0;
        size += (byte & 127) * 2 ** shift;
        if (byte < 128) break;
      }
    }
    obus.push({ type: (header >> 3) & 15, at, from, to: from + size });
    at = from + size;
  }
  return obus;
}

/** Removes temporal delimiters, which still pictures do not have. */
function withoutDelimiter(data: Bytes): Bytes {
  const kept = obusOf(data).filter(({ type }) => type !== TEMPORAL_DELIMITER);
  return join(kept.map(({ at, to }) => data.subarray(at, to)));
}

/** Content of `av1C`: profile, level and tier of the sequence header (section 5.5); 8 bits, 4:2:0. */
function configOf(data: Bytes): Bytes {
  const header = obusOf(data).find(({ type }) => type === SEQUENCE_HEADER);
  if (!header) throw new Error('The encoder gave a frame without a sequence header.');
  let bit = header.from * 8;
  const read = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, bit++) value = value * 2 + (((data[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    return value;
  };
  const profile = read(3);
  read(1);
  const reduced = read(1) === 1;
  // Without timing information; encoders of browsers do not write it.
  if (!reduced) read(1 + 1 + 5 + 12);
  const level = read(5);
  const tier = !reduced && level > 7 ? read(1) : 0;
  return Uint8Array.of(0x81, (profile << 5) | level, (tier << 7) | 0b1100, 0);
}
