// Makes `photo.heic`, `cut-out.heic` and `located.heic` beside this file: `node tests/browsers/heic/make.mjs`, with
// `heif-enc` of Debian's libheif-examples. A photograph of a phone is a grid of HEVC tiles with a turn, a profile and EXIF,
// which heif-enc does not write; so its tiles are put together here.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = mkdtempSync(join(tmpdir(), 'heic-'));
const TILE = 64;
/** Of the coded picture, before its quarter turn: smaller than its 2 × 2 tiles. */
const SIZE = { width: 120, height: 88 };
/**
 * Display P3 of the quarters of the coded picture, row by row: in sRGB (200, 40, 40), (40, 160, 60), (50, 70, 190) and
 * (210, 190, 60).
 */
const QUARTERS = [
  [184, 56, 49],
  [80, 158, 73],
  [54, 69, 183],
  [207, 191, 84],
];

const u16 = (value) => Buffer.from([value >> 8, value & 255]);
const u32 = (value) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
const box = (name, ...content) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(name), body]);
};
const fullBox = (name, [version, flags], ...content) => box(name, u32(version * 2 ** 24 + flags), ...content);

/** The content of the first box with this name, wherever it is. */
function contentOf(file, name) {
  const at = file.indexOf(name, 0, 'latin1');
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

/** The HEVC frame and configuration of a picture of one colour. */
async function tileOf([red, green, blue], index) {
  const [png, heic] = ['png', 'heic'].map((type) => join(folder, `${index}.${type}`));
  await sharp({ create: { width: TILE, height: TILE, channels: 3, background: { r: red, g: green, b: blue } } }).toFile(
    png,
  );
  execFileSync('heif-enc', ['-q', '95', '-o', heic, png]);
  const file = readFileSync(heic);
  return { config: contentOf(file, 'hvcC'), data: contentOf(file, 'mdat') };
}

async function photo() {
  const tiles = await Promise.all(QUARTERS.map(tileOf));
  if (tiles.some(({ config }) => !config.equals(tiles[0].config)))
    throw new Error('The tiles have several configurations.');
  const { icc, exif } = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .withIccProfile('p3')
    .withExif({ IFD0: { Orientation: '6', Copyright: 'Safelight' } })
    .jpeg()
    .toBuffer()
    .then((jpeg) => sharp(jpeg).metadata());
  // Item 1 is the grid, 2 to 5 are its tiles, 6 is the EXIF block behind the offset of its TIFF header.
  const grid = Buffer.concat([Buffer.from([0, 0, 1, 1]), u16(SIZE.width), u16(SIZE.height)]);
  const contents = [grid, ...tiles.map(({ data }) => data), Buffer.concat([u32(6), exif])];
  const types = ['grid', 'hvc1', 'hvc1', 'hvc1', 'hvc1', 'Exif'];
  const sizeBox = (width, height) => fullBox('ispe', [0, 0], u32(width), u32(height));
  const properties = [
    box('hvcC', tiles[0].config),
    sizeBox(TILE, TILE),
    sizeBox(SIZE.width, SIZE.height),
    box('colr', Buffer.from('prof'), icc),
    box('irot', Buffer.from([3])),
  ];
  const uses = [[3, 4, 5 + 0x80], ...tiles.map(() => [1 + 0x80, 2])];
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const meta = (start) => {
    let at = start;
    const places = contents.map((content, i) => {
      at += content.length;
      return Buffer.concat([u16(i + 1), u16(0), u16(1), u32(at - content.length), u32(content.length)]);
    });
    return fullBox(
      'meta',
      [0, 0],
      fullBox('hdlr', [0, 0], u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', [0, 0], u16(1)),
      fullBox('iloc', [0, 0], Buffer.from([0x44, 0]), u16(contents.length), ...places),
      fullBox(
        'iinf',
        [0, 0],
        u16(types.length),
        ...types.map((type, i) => fullBox('infe', [2, i === 0 ? 0 : 1], u16(i + 1), u16(0), Buffer.from(`${type}\0`))),
      ),
      fullBox(
        'iref',
        [0, 0],
        box('dimg', u16(1), u16(4), ...[2, 3, 4, 5].map(u16)),
        box('cdsc', u16(6), u16(1), u16(1)),
      ),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox(
          'ipma',
          [0, 0],
          u32(uses.length),
          ...uses.map((list, i) => Buffer.from([0, i + 1, list.length, ...list])),
        ),
      ),
    );
  };
  const start = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(start), box('mdat', ...contents)]);
}

/** A blue picture whose right half is half transparent: an odd width, for which heif-enc writes a grid of one tile. */
async function cutOut() {
  const [width, height] = [61, 40];
  const data = Buffer.alloc(4 * width * height);
  for (let i = 0; i < width * height; i++) data.set([40, 80, 200, i % width < width / 2 ? 255 : 128], 4 * i);
  const [png, heic] = [join(folder, 'cut-out.png'), join(folder, 'cut-out.heic')];
  await sharp(data, { raw: { width, height, channels: 4 } }).toFile(png);
  execFileSync('heif-enc', ['-q', '95', '-o', heic, png]);
  return readFileSync(heic);
}

/** A grey picture with a camera and a location in EXIF that `heif-enc` copies from a JPEG file. */
async function located() {
  const [jpeg, heic] = [join(folder, 'located.jpeg'), join(folder, 'located.heic')];
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'grey' } })
    .withExif({ IFD0: { Model: 'Safelight' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 29/1' } })
    .jpeg()
    .toFile(jpeg);
  execFileSync('heif-enc', ['-q', '50', '-o', heic, jpeg]);
  return readFileSync(heic);
}

const beside = (name) => new URL(name, import.meta.url);
writeFileSync(beside('photo.heic'), await photo());
writeFileSync(beside('cut-out.heic'), await cutOut());
writeFileSync(beside('located.heic'), await located());
rmSync(folder, { recursive: true });
