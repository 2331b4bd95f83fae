import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Whether a file is there with the right size; with `verify`, its hash is computed too. Without it the name, which
 * carries the hash, and the atomic write after the check are trusted.
 * @param {string} path
 * @param {{ readonly bytes: number, readonly sha256: string }} expected
 * @param {boolean} verify
 */
export async function holds(path, expected, verify) {
  const size = await stat(path).then(
    (file) => file.size,
    () => -1,
  );
  return size === expected.bytes && (!verify || sha256(await readFile(path)) === expected.sha256);
}

/**
 * Writes a file as a whole or not at all; a file that has this content already is left alone.
 * @param {string} path
 * @param {string | Uint8Array} content
 */
export async function writeWhole(path, content) {
  const old = await readFile(path).catch(() => undefined);
  if (old?.equals(Buffer.from(content))) return;
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  await writeFile(draft, content);
  await rename(draft, path);
}

/**
 * Deletes prepared models that nothing names any more.
 * @param {string} folder
 * @param {ReadonlySet<string>} named
 */
export async function prune(folder, named) {
  const files = await readdir(folder).catch(() => []);
  const old = files.filter((name) => /\.[0-9a-f]{8}\.onnx$/.test(name) && !named.has(name));
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}
