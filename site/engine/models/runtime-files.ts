import jspiProgram from 'onnxruntime-web/jspi?url';
import asyncifyScript from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import jspiScript from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import script from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import program from 'onnxruntime-web/wasm?url';
import asyncifyProgram from 'onnxruntime-web/webgpu?url';

/** One build of ONNX Runtime: absolute URLs. */
export type RuntimeBuild = {
  /** Its module, which workers import. */
  readonly program: string;
  /** What its threads load. */
  readonly script: string;
  /** Null: the caller provides the bytes. */
  readonly wasm: string | null;
};

export type RuntimeFiles = {
  readonly wasm: RuntimeBuild;
  /** With WebGPU, for browsers with JSPI. */
  readonly jspi: RuntimeBuild;
  /** With WebGPU, for the others; its WebAssembly is a compressed file in `folder`. */
  readonly asyncify: RuntimeBuild;
  readonly folder: string;
};

/**
 * The runtime's files on this site, for a page to pass to its workers. Only pages import this module: the bundler bundles
 * each worker by itself, and would read, hash and hold these 30 MB once for every worker that names them.
 */
export function runtimeFiles(manifestUrl: string): RuntimeFiles {
  const absolute = (url: string) => new URL(url, globalThis.location.href).href;
  const buildOf = (files: readonly [program: string, script: string], binary: string | null): RuntimeBuild => ({
    program: absolute(files[0]),
    script: absolute(files[1]),
    wasm: binary && absolute(binary),
  });
  return {
    wasm: buildOf([program, script], wasm),
    jspi: buildOf([jspiProgram, jspiScript], jspiWasm),
    asyncify: buildOf([asyncifyProgram, asyncifyScript], null),
    folder: absolute(new URL('.', manifestUrl).href),
  };
}
