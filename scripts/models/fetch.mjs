import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DownloadError, download } from './download.mjs';
import { packTarball, tarballUrl } from './registry.mjs';
import { takeFiles } from './tarball.mjs';

/**
 * @import { Limits } from './download.mjs'
 * @import { ModelSettings } from './settings.mjs'
 * @typedef {{ readonly root: string, readonly limits?: Partial<Limits>,
 *   readonly onBytes: (count: number) => void }} Means
 * @typedef {{ readonly ok: true, readonly files: ReadonlyMap<string, Uint8Array> }
 *   | { readonly ok: false, readonly reachable: boolean, readonly reason: string }} Fetched by path below the package,
 *   or by URL. Not `reachable`: a failure of network, server or registry that may be temporary.
 */

/** Largest tarball that npm may download as a whole if the registry cannot be read directly. */
const MAX_TARBALL_BYTES = 90_000_000;

/**
 * Groups models by source, so that each package, URL or local file is read once.
 * @param {readonly ModelSettings[]} models
 */
export function groupBySource(models) {
  /** @type {Map<string, ModelSettings[]>} */
  const groups = new Map();
  for (const model of models) {
    const key = originOf(model);
    groups.set(key, [...(groups.get(key) ?? []), model]);
  }
  return [...groups].map(([key, members]) => ({ key, models: members, reads: bytesToDownload(members) }));
}

/**
 * The package, URL, or path below the site that a model comes from.
 * @param {ModelSettings} model
 */
export function originOf({ source }) {
  if ('url' in source) return source.url;
  return 'path' in source ? source.path : source.package;
}

/**
 * Paths below the package in the order in which they are concatenated; or the URL, or the path below the site.
 * @param {ModelSettings} model
 */
export function filesOf(model) {
  return 'file' in model.source ? [model.source.file].flat() : [originOf(model)];
}

/**
 * Number of bytes to download: a tarball is read up to the last requested file; local files need none.
 * @param {readonly ModelSettings[]} members of one source
 */
function bytesToDownload(members) {
  return Math.max(
    ...members.map(({ source }) => {
      if ('path' in source) return 0;
      return 'url' in source ? source.bytes : source.reads;
    }),
  );
}

/**
 * Reads the files of one group. The caller verifies their hashes.
 * @param {ReturnType<typeof groupBySource>[number]} group
 * @param {Means} means
 * @returns {Promise<Fetched>}
 */
export async function fetchGroup({ key, models }, means) {
  const { source } = /** @type {ModelSettings} */ (models[0]);
  if ('url' in source) return fetchUrl(source.url, means);
  if ('path' in source) return readLocal(source.path, means.root);
  const answer = await tarballUrl(key, means.root);
  if (!answer.ok) return { ok: false, reachable: false, reason: answer.reason };
  const paths = models.flatMap(filesOf);
  try {
    const chunks = counted(download(answer.value, means.limits), means.onBytes);
    return { ok: true, files: await takeFiles(chunks, paths) };
  } catch (error) {
    if (!(error instanceof DownloadError)) return { ok: false, reachable: true, reason: messageOf(error) };
    const canUseNpm = [0, 401, 403, 407].includes(error.status) && source.tarball <= MAX_TARBALL_BYTES;
    const packed = canUseNpm ? await fetchByNpm(key, { paths, means }) : undefined;
    return packed?.ok ? packed : { ok: false, reachable: false, reason: error.message };
  }
}

/**
 * @param {string} spec
 * @param {{ readonly paths: readonly string[], readonly means: Means }} work
 * @returns {Promise<Fetched>}
 */
async function fetchByNpm(spec, { paths, means }) {
  const into = await mkdtemp(join(tmpdir(), 'models-'));
  try {
    const packed = await packTarball(spec, { root: means.root, into });
    if (!packed.ok) return { ok: false, reachable: false, reason: packed.reason };
    return { ok: true, files: await takeFiles(counted(createReadStream(packed.value), means.onBytes), paths) };
  } catch (error) {
    return { ok: false, reachable: true, reason: messageOf(error) };
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/**
 * @param {string} url
 * @param {Means} means
 * @returns {Promise<Fetched>}
 */
async function fetchUrl(url, means) {
  try {
    const parts = [];
    for await (const chunk of counted(download(url, means.limits), means.onBytes)) parts.push(chunk);
    return { ok: true, files: new Map([[url, Buffer.concat(parts)]]) };
  } catch (error) {
    return { ok: false, reachable: false, reason: messageOf(error) };
  }
}

/**
 * @param {string} path
 * @param {string} root
 * @returns {Promise<Fetched>}
 */
async function readLocal(path, root) {
  try {
    return { ok: true, files: new Map([[path, await readFile(join(root, path))]]) };
  } catch (error) {
    return { ok: false, reachable: true, reason: messageOf(error) };
  }
}

/**
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {(count: number) => void} onBytes
 */
async function* counted(chunks, onBytes) {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
