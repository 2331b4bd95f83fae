import { loadCachedBytes, saveCachedBytes } from './cache-file.ts';

/** A part of a file: a text, or bytes, at once or in succession. */
type Section = string | ArrayBuffer | SharedArrayBuffer | readonly Uint8Array[];

/** A file of sections. */
export type Sections<Header> = {
  readonly header: Header;
  /** Returns the bytes of a section. */
  readonly section: (index: number) => Buffer;
};

/** A file, and the format that its readers expect. */
export type SectionFile = { readonly file: string; readonly format: string };

/** Ends each text of a list. No path contains it, and no JSON. */
const end = '\0';

/** Writes a header as JSON and sections, so that each of them can be read without parsing the others. */
export function saveSections({ file, format }: SectionFile, header: unknown, sections: readonly Section[]): void {
  const parts = sections.map(bytesOf);
  const lengths = parts.map((bytes) => bytes.reduce((sum, { length }) => sum + length, 0));
  saveCachedBytes(file, format, [`${JSON.stringify([lengths, header])}\n`, ...parts.flat()]);
}

function bytesOf(section: Section): readonly Uint8Array[] {
  if (typeof section === 'string') return [Buffer.from(section)];
  return Array.isArray(section) ? section : [new Uint8Array(section as ArrayBuffer)];
}

/** Reads what `saveSections` wrote for the same `format`; null in the cases of `loadCache`. */
export function loadSections<Header>({ file, format }: SectionFile): Sections<Header> | null {
  const bytes = loadCachedBytes(file, format);
  if (!bytes) return null;
  const headerEnd = bytes.indexOf('\n');
  const [lengths, header] = JSON.parse(bytes.toString('utf8', 0, headerEnd)) as [readonly number[], Header];
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, one) => sum + one, headerEnd + 1));
  const section = (index: number): Buffer => {
    const at = starts[index] as number;
    return bytes.subarray(at, at + (lengths[index] as number));
  };
  return { header, section };
}

/** Returns texts as a section. */
export function listSection(texts: Iterable<string>): readonly Uint8Array[] {
  const packer = createPacker();
  for (const text of texts) packer.add(text + end);
  return packer.parts();
}

/** Returns the texts of a section that `listSection` returned. */
export const listOf = (section: Buffer): readonly string[] => section.toString().split(end).slice(0, -1);

/** Returns texts as two sections: their lengths in bytes, and the texts. */
export function textSections(texts: Iterable<string>): readonly [ArrayBuffer, readonly Uint8Array[]] {
  const packer = createPacker();
  const lengths = Array.from(texts, packer.add);
  return [Uint32Array.from(lengths).buffer, packer.parts()];
}

/** Bytes of a part of packed texts: one string of all could exceed the maximum length of V8's. */
const PART_BYTES = 2 ** 20;

/** Collects texts as bytes, so that none has to be kept until all are there. */
function createPacker() {
  const full: Uint8Array[] = [];
  let part = Buffer.alloc(0);
  let used = 0;
  const finish = (): void => {
    if (used > 0) full.push(part.subarray(0, used));
    used = 0;
  };
  return {
    /** Returns the length of the text in bytes. */
    add: (text: string): number => {
      const length = Buffer.byteLength(text);
      if (used + length > part.length) {
        finish();
        part = Buffer.allocUnsafe(Math.max(PART_BYTES, length));
      }
      part.write(text, used);
      used += length;
      return length;
    },
    parts: (): readonly Uint8Array[] => {
      finish();
      return full;
    },
  };
}

/** Returns a function that returns the text at an index, from the sections that `textSections` returned. */
export function textReader(lengths: Buffer, texts: Buffer): (index: number) => string {
  const ends = new Uint32Array(bufferOf(lengths));
  let total = 0;
  for (const [index, length] of ends.entries()) {
    total += length;
    ends[index] = total;
  }
  return (index) => texts.toString('utf8', ends[index - 1] ?? 0, ends[index]);
}

/** Copies a section, which need not be aligned to the numbers in it. */
export const bufferOf = (section: Buffer): ArrayBuffer => Uint8Array.from(section).buffer;
