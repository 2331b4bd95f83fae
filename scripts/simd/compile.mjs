// node scripts/simd/compile.mjs
//
// Compiles `assembly/` (AssemblyScript) to WebAssembly with SIMD and writes it, in base64, to
// `site/engine/simd/compiled.ts`. A unit test compares the two.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../site/engine/simd/compiled.ts', import.meta.url));

/** Returns the module that holds the compiled routines. */
export async function compileSimd() {
  let binary;
  const { error, stderr } = await asc.main(
    [
      `${HERE}assembly/index.ts`,
      '--baseDir',
      `${HERE}assembly`,
      '--outFile',
      'simd.wasm',
      '--optimizeLevel',
      '3',
      '--noAssert',
      '--runtime',
      'stub',
      '--importMemory',
      '--enable',
      'simd',
      '--disable',
      'bulk-memory',
    ],
    {
      writeFile: (_, contents) => {
        binary = contents;
      },
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  const lines = Buffer.from(binary)
    .toString('base64')
    .match(/.{1,100}/g)
    .map((line) => `  '${line}',\n`);
  return `// Written by scripts/simd/compile.mjs from scripts/simd/assembly. Do not edit.

/** The routines as a WebAssembly module, in base64. */
export const COMPILED = [
${lines.join('')}].join('');
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(COMPILED, await compileSimd());
