/** Files of a ZIP archive without compression, by name. */
export function unzipped(archive: Buffer): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let offset = archive.readUInt32LE(archive.length - 6);
  for (let left = archive.readUInt16LE(archive.length - 12); left > 0; left--) {
    const [bytes, letters, extra, note] = [20, 28, 30, 32].map((at, i) =>
      i === 0 ? archive.readUInt32LE(offset + at) : archive.readUInt16LE(offset + at),
    ) as [number, number, number, number];
    const local = archive.readUInt32LE(offset + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files.set(archive.toString('utf8', offset + 46, offset + 46 + letters), archive.subarray(start, start + bytes));
    offset += 46 + letters + extra + note;
  }
  return files;
}
