import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeWhole } from './store.mjs';

const require = createRequire(import.meta.url);

const wasm = require.resolve('onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm');
const { version } = JSON.parse(readFileSync(join(dirname(wasm), '../package.json'), 'utf8'));
export const runtimeFile = `ort-asyncify-${version}.bin`;

/**
 * Writes the compressed ONNX Runtime for browsers with WebGPU and without JSPI, unless it is there. Cloudflare Pages takes
 * no file above 25 MiB, and uncompressed it has 25.5. `site/engine/models/runtime.ts` reads it.
 * @param {string} folder
 */
export async function writeRuntime(folder) {
  const present = (await readdir(folder).catch(() => [])).filter((file) => /^ort-asyncify-.*\.bin$/.test(file));
  for (const old of present) if (old !== runtimeFile) await rm(join(folder, old), { force: true });
  if (!present.includes(runtimeFile))
    await writeWhole(join(folder, runtimeFile), gzipSync(await readFile(wasm), { level: 6 }));
}
