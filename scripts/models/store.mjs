import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Whether a file exists with the expected size, and with `verify` the expected hash. Otherwise the name, which
 * contains the hash, and the atomic write after verification are trusted.
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
 * Writes a file atomically; a file with the same content is not touched.
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
 * Deletes prepared models that are no longer referenced.
 * @param {string} folder
 * @param {ReadonlySet<string>} referencedFiles
 */
export async function prune(folder, referencedFiles) {
  const files = await readdir(folder).catch(() => []);
  const unreferenced = files.filter((name) => /\.[0-9a-f]{8}\.onnx$/.test(name) && !referencedFiles.has(name));
  await Promise.all(unreferenced.map((name) => rm(join(folder, name), { force: true })));
}
