/**
 * A map from texts to values in memory that threads share: without a copy for each of them, and without an object for each
 * row. The bytes are slots of a hash table, each with the offset of a row or 0, and rows: lengths of key and value, key,
 * and the value as JSON.
 */
export class SharedTable<Value> {
  /** Another thread creates the table again from it. */
  readonly memory: SharedArrayBuffer;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
  }

  /** Creates the table of some rows. The last of equal keys counts. */
  static of<Value>(rows: Iterable<readonly [key: string, value: Value]>): SharedTable<Value> {
    const texts = Array.from(rows, ([key, value]) => [Buffer.from(key), Buffer.from(JSON.stringify(value))] as const);
    const slotCount = 2 ** Math.ceil(Math.log2(Math.max(1, texts.length) * 2));
    const rowBytes = texts.reduce((sum, [key, value]) => sum + ROW_HEAD_BYTES + key.length + value.length, 0);
    const memory = new SharedArrayBuffer((HEAD_SLOTS + slotCount) * 4 + rowBytes);
    const bytes = Buffer.from(memory);
    bytes.writeUInt32LE(slotCount, 0);
    const view = { bytes, slotCount };
    let at = (HEAD_SLOTS + slotCount) * 4;
    for (const [key, value] of texts) {
      const slot = slotOf(view, key);
      bytes.writeUInt32LE(at, slot);
      bytes.writeUInt32LE(key.length, at);
      bytes.writeUInt32LE(value.length, at + 4);
      at += ROW_HEAD_BYTES;
      at += key.copy(bytes, at);
      at += value.copy(bytes, at);
    }
    return new SharedTable(memory);
  }

  get(key: string): Value | undefined {
    const bytes = Buffer.from(this.memory);
    const view = { bytes, slotCount: bytes.readUInt32LE(0) };
    const row = bytes.readUInt32LE(slotOf(view, Buffer.from(key)));
    if (row === 0) return undefined;
    const valueAt = row + ROW_HEAD_BYTES + bytes.readUInt32LE(row);
    return JSON.parse(bytes.toString('utf8', valueAt, valueAt + bytes.readUInt32LE(row + 4))) as Value;
  }
}

const ROW_HEAD_BYTES = 8;

/** Before the slots: their number. */
const HEAD_SLOTS = 1;

type TableView = { readonly bytes: Buffer; readonly slotCount: number };

/** Returns the offset of the slot of a key: that with its row, or the empty one to which it belongs. */
function slotOf({ bytes, slotCount }: TableView, key: Buffer): number {
  for (let slot = hashOf(key); ; slot++) {
    const at = (HEAD_SLOTS + (slot & (slotCount - 1))) * 4;
    const row = bytes.readUInt32LE(at);
    if (row === 0) return at;
    const keyAt = row + ROW_HEAD_BYTES;
    const length = bytes.readUInt32LE(row);
    if (length === key.length && bytes.compare(key, 0, length, keyAt, keyAt + length) === 0) return at;
  }
}

/** 32 bits of FNV-1a. */
function hashOf(key: Buffer): number {
  let hash = 0x811c9dc5;
  for (const byte of key) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
