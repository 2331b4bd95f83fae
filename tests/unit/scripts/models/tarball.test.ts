import { describe, expect, it } from 'vitest';
import { takeFiles } from '../../../../scripts/models/tarball.mjs';
import { noise, tarball } from './fixtures.ts';

async function* inPieces(bytes: Uint8Array, options: { size: number; read?: (count: number) => void }) {
  for (let at = 0; at < bytes.length; at += options.size) {
    options.read?.(Math.min(at + options.size, bytes.length));
    yield bytes.subarray(at, at + options.size);
  }
}

const LONG = `dist/${'deep/'.repeat(24)}model.bin`;
const FILES = {
  'package.json': '{}',
  'empty.txt': '',
  'a.bin': noise(70_001, 1),
  [LONG]: noise(1024, 2),
  'dist/b.bin': noise(900_000, 3),
  'z.bin': noise(900_000, 4),
};

describe('takeFiles', () => {
  it.each([1 << 20, 4096, 17])('extracts files for any size of chunks (%i)', async (size) => {
    const small = tarball({ 'a.bin': FILES['a.bin'], [LONG]: noise(1024, 2), 'empty.txt': '', 'c.txt': 'three' });
    const files = await takeFiles(inPieces(small, { size }), ['a.bin', LONG, 'empty.txt']);
    expect([...files.keys()]).toEqual(['a.bin', LONG, 'empty.txt']);
    expect(Buffer.from(files.get('a.bin') ?? [])).toEqual(Buffer.from(FILES['a.bin']));
    expect(Buffer.from(files.get(LONG) ?? [])).toEqual(Buffer.from(noise(1024, 2)));
    expect(files.get('empty.txt')?.length).toBe(0);
  });

  it('stops reading after the last requested file', async () => {
    const archive = tarball(FILES);
    let read = 0;
    const pieces = inPieces(archive, { size: 16_384, read: (count) => (read = count) });
    const files = await takeFiles(pieces, ['a.bin']);
    expect(files.get('a.bin')?.length).toBe(70_001);
    expect(read).toBeLessThan(200_000);
    expect(archive.length).toBeGreaterThan(1_800_000);
    expect(await pieces.next()).toEqual({ value: undefined, done: true });
  });

  it('omits files that the tarball lacks', async () => {
    const files = await takeFiles(inPieces(tarball(FILES), { size: 65_536 }), ['a.bin', 'b.bin']);
    expect([...files.keys()]).toEqual(['a.bin']);
  });

  it('throws if the tarball is truncated', async () => {
    const archive = tarball(FILES);
    const cut = archive.subarray(0, archive.length / 2);
    await expect(takeFiles(inPieces(cut, { size: 65_536 }), ['z.bin'])).rejects.toThrow();
  });

  it('throws if the bytes are corrupt', async () => {
    const archive = Buffer.from(tarball(FILES));
    archive.fill(0xff, 1000, 2000);
    await expect(takeFiles(inPieces(archive, { size: 65_536 }), ['z.bin'])).rejects.toThrow();
    await expect(takeFiles(inPieces(noise(5000), { size: 512 }), ['z.bin'])).rejects.toThrow();
  });

  it('throws if the compressed content is not a tarball', async () => {
    const { gzipSync } = await import('node:zlib');
    const page = gzipSync(Buffer.from('<html>'.repeat(1000)));
    await expect(takeFiles(inPieces(page, { size: 512 }), ['z.bin'])).rejects.toThrow('no tarball');
  });
});
