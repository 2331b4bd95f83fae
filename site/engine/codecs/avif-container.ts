import { type Bytes, concatBytes, fromAscii, u32Bytes } from './bytes.ts';

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
  const isCropped = coded.width !== width || coded.height !== height;
  const size = fullBox('ispe', 0, 0, concatBytes([u32Bytes(coded.width), u32Bytes(coded.height)]));
  const properties = [
    size,
    fullBox('pixi', 0, 0, Uint8Array.of(3, 8, 8, 8)),
    box('av1C', configOf(items[0] as Bytes)),
    // Primaries of BT.709, transfer of sRGB, matrix of BT.601, full range.
    box('colr', concatBytes([fromAscii('nclx'), Uint8Array.of(0, 1, 0, 13, 0, 6, 0x80)])),
    box('clap', clap(coded, { width, height })),
    ...(alpha
      ? [
          fullBox('pixi', 0, 0, Uint8Array.of(1, 8)),
          box('av1C', configOf(items[1] as Bytes)),
          fullBox('auxC', 0, 0, fromAscii('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0')),
        ]
      : []),
  ];
  const essential = 0x80;
  const crop = isCropped ? [essential | 5] : [];
  const uses = [
    [1, 2, essential | 3, 4, ...crop],
    [1, 6, essential | 7, 8, ...crop],
  ];
  const associations = items.map((_, i) => {
    const list = uses[i] as number[];
    return [...u16Bytes(i + 1), list.length, ...list];
  });
  const meta = (offset: number) =>
    fullBox('meta', 0, 0, [
      fullBox('hdlr', 0, 0, concatBytes([u32Bytes(0), fromAscii('pict'), new Uint8Array(13)])),
      fullBox('pitm', 0, 0, Uint8Array.of(...u16Bytes(1))),
      fullBox('iloc', 0, 0, itemLocations(items, offset)),
      fullBox(
        'iinf',
        0,
        0,
        concatBytes([Uint8Array.of(...u16Bytes(items.length)), ...items.map((_, i) => entry(i + 1))]),
      ),
      ...(alpha
        ? [fullBox('iref', 0, 0, box('auxl', Uint8Array.of(...u16Bytes(2), ...u16Bytes(1), ...u16Bytes(1))))]
        : []),
      box('iprp', [
        box('ipco', properties),
        fullBox('ipma', 0, 0, concatBytes([u32Bytes(items.length), Uint8Array.from(associations.flat())])),
      ]),
    ]);
  const type = box('ftyp', concatBytes([fromAscii('avif'), u32Bytes(0), fromAscii('avifmif1miafMA1B')]));
  const start = type.length + meta(0).length + 8;
  return concatBytes([type, meta(start), box('mdat', items)]);
}

const u16Bytes = (value: number): readonly [number, number] => [(value >> 8) & 255, value & 255];

function box(name: string, content: Bytes | readonly Bytes[]): Bytes {
  const inside = content instanceof Uint8Array ? content : concatBytes(content);
  return concatBytes([u32Bytes(inside.length + 8), fromAscii(name), inside]);
}

function fullBox(name: string, ...[version, flags, content]: [number, number, Bytes | readonly Bytes[]]): Bytes {
  const inside = content instanceof Uint8Array ? content : concatBytes(content);
  return box(name, concatBytes([u32Bytes(version * 2 ** 24 + flags), inside]));
}

/** Content of `iloc`: offset in the file and length of each item, four bytes each. */
function itemLocations(items: readonly Bytes[], start: number): Bytes {
  let at = start;
  const entries = items.map(({ length }, i) => {
    const itemEntry = [...u16Bytes(i + 1), 0, 0, ...u16Bytes(1), ...u32Bytes(at), ...u32Bytes(length)];
    at += length;
    return itemEntry;
  });
  return Uint8Array.from([0x44, 0, ...u16Bytes(items.length), ...entries.flat()]);
}

const entry = (id: number): Bytes =>
  fullBox('infe', 2, 0, concatBytes([Uint8Array.of(...u16Bytes(id), 0, 0), fromAscii('av01\0')]));

/** Content of `clap`: the visible size, and the shift of its centre from that of the coded picture, as fractions. */
function clap(coded: AvifImage['coded'], visible: AvifImage['coded']): Bytes {
  const sides = [visible.width, 1, visible.height, 1];
  const shifts = [visible.width - coded.width, 2, visible.height - coded.height, 2];
  return concatBytes([...sides, ...shifts].map((value) => u32Bytes(value)));
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
  return concatBytes(kept.map(({ at, to }) => data.subarray(at, to)));
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
