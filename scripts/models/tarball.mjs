import { once } from 'node:events';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;

/**
 * Extracts files from a gzipped tarball stream and stops once it has them all. The first folder
 * of a path (`package/` in npm tarballs) is ignored. Files that the tarball lacks are missing from the result.
 * Throws if the bytes are not a tarball or end within a file.
 * @param {AsyncIterable<Uint8Array>} chunks iteration ends early once all files are extracted
 * @param {readonly string[]} requestedPaths paths
 * @returns {Promise<ReadonlyMap<string, Uint8Array>>}
 */
export async function takeFiles(chunks, requestedPaths) {
  const reader = tarReader(new Set(requestedPaths));
  const gunzip = createGunzip();
  const ended = once(gunzip, 'end');
  // Avoids an unhandled rejection: an error may occur before `ended` is awaited.
  ended.catch(() => undefined);
  gunzip.on('data', (/** @type {Buffer} */ data) => {
    try {
      reader.push(data);
    } catch (error) {
      gunzip.destroy(/** @type {Error} */ (error));
    }
  });
  try {
    for await (const chunk of chunks) {
      if (!gunzip.write(chunk)) await Promise.race([once(gunzip, 'drain'), ended]);
      if (reader.done()) return reader.files;
    }
    gunzip.end();
    await ended;
    if (reader.inside()) throw new Error('the tarball ends in the middle of a file');
    return reader.files;
  } finally {
    gunzip.destroy();
  }
}

/**
 * Incremental tar parser (POSIX ustar with pax paths).
 * @param {ReadonlySet<string>} requestedPaths
 */
function tarReader(requestedPaths) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const header = Buffer.alloc(BLOCK);
  let headerBytes = 0;
  /** Remaining bytes of the entry with padding; and the chunks that are kept. */
  let left = 0;
  /** @type {Buffer[]} */
  let kept = [];
  let entry = { kind: 'file', path: '', size: 0, keep: false };
  let longPath = '';

  const begin = () => {
    headerBytes = 0;
    if (header.every((byte) => byte === 0)) return;
    const { flag, path, size } = readHeader(header);
    const kind = flag === '0' || flag === '\0' ? 'file' : flag === 'x' ? 'pax' : 'other';
    const name = kind === 'file' && longPath !== '' ? longPath : path;
    if (kind === 'file') longPath = '';
    const inner = name.slice(name.indexOf('/') + 1);
    entry = { kind, path: inner, size, keep: kind === 'pax' || (kind === 'file' && requestedPaths.has(inner)) };
    left = Math.ceil(size / BLOCK) * BLOCK;
    kept = [];
    if (left === 0) finish();
  };
  const finish = () => {
    if (!entry.keep) return;
    const content = Buffer.concat(kept).subarray(0, entry.size);
    if (entry.kind === 'pax') longPath = paxPath(content);
    else files.set(entry.path, content);
  };
  return {
    files,
    done: () => files.size === requestedPaths.size,
    inside: () => left > 0 || headerBytes > 0,
    /** @param {Buffer} data */
    push: (data) => {
      let at = 0;
      while (at < data.length && files.size < requestedPaths.size) {
        if (left > 0) {
          const part = data.subarray(at, at + left);
          if (entry.keep) kept.push(part);
          left -= part.length;
          at += part.length;
          if (left === 0) finish();
        } else {
          const part = data.subarray(at, at + BLOCK - headerBytes);
          header.set(part, headerBytes);
          headerBytes += part.length;
          at += part.length;
          if (headerBytes === BLOCK) begin();
        }
      }
    },
  };
}

/** @param {Buffer} header */
function readHeader(header) {
  const text = (/** @type {number} */ from, /** @type {number} */ to) => {
    const end = header.indexOf(0, from);
    return header.toString('utf8', from, end >= from && end < to ? end : to);
  };
  const prefix = text(345, 500);
  const size = Number.parseInt(text(124, 136).trim(), 8);
  if (header.toString('latin1', 257, 262) !== 'ustar' || Number.isNaN(size)) throw new Error('this is no tarball');
  return {
    flag: header.toString('latin1', 156, 157),
    path: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size,
  };
}

/**
 * The path in a pax header, whose records are `length key=value`.
 * @param {Buffer} content
 */
function paxPath(content) {
  return /(?:^|\n)\d+ path=([^\n]+)\n/.exec(content.toString('utf8'))?.[1] ?? '';
}
