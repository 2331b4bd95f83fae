import gpuScript from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import script from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type * as Ort from 'onnxruntime-web/wasm';
import type { Backend, Tensor, Tensors } from '../types.ts';

/** An input or output as the network's file declares it; a dimension of any length is a string. */
export type FileValue = {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly (number | string)[];
};

/** A started network. The caller of `start` releases it. */
export type Session = {
  readonly inputs: readonly FileValue[];
  readonly outputs: readonly FileValue[];
  readonly run: (feeds: Tensors) => Promise<Tensors>;
  readonly release: () => Promise<void>;
};

export type Runtime = {
  /** Starts the network in `bytes` on a back-end. Throws if the back-end cannot run it. */
  readonly start: (bytes: Uint8Array, backend: Backend) => Promise<Session>;
};

export type RuntimeOptions = { readonly backend: Backend; readonly threads: number };

/**
 * Loads ONNX Runtime: the larger build with WebGPU only for that back-end. Its files come from the site itself, and its
 * threads load them by URL, so that the security policy need not allow `blob:`.
 */
export async function loadRuntime({ backend, threads }: RuntimeOptions): Promise<Runtime> {
  const gpu = backend === 'webgpu';
  const ort = gpu ? await import('onnxruntime-web/jspi') : await import('onnxruntime-web/wasm');
  const absolute = (url: string) => new URL(url, globalThis.location.href).href;
  ort.env.wasm.wasmPaths = gpu
    ? { mjs: absolute(gpuScript), wasm: absolute(gpuWasm) }
    : { mjs: absolute(script), wasm: absolute(wasm) };
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = 'error';
  return runtimeOf(ort);
}

/** The used part of `GPUDevice`. */
type LosableDevice = { readonly lost?: Promise<{ readonly message: string }> };

/** Rejects when the graphics device is lost; a run that waits for it may never settle. */
async function graphicsLost(ort: typeof Ort): Promise<never> {
  const { lost } = (await ort.env.webgpu.device) as LosableDevice;
  const { message } = await (lost ?? new Promise<never>(() => undefined));
  throw new Error(`The graphics device was lost: ${message}`);
}

/** The runtime of a loaded and configured ONNX Runtime. */
export function runtimeOf(ort: typeof Ort): Runtime {
  return {
    start: async (bytes, backend) => {
      const session = await ort.InferenceSession.create(bytes, { executionProviders: [backend] });
      const lost = backend === 'webgpu' ? graphicsLost(ort) : null;
      // The interrupted run reports it.
      lost?.catch(() => undefined);
      return {
        inputs: valuesOf(session.inputMetadata),
        outputs: valuesOf(session.outputMetadata),
        run: async (feeds) => {
          const given = Object.entries(feeds).map(([name, tensor]) => [name, toOrt(ort, tensor)] as const);
          const work = async () => {
            const results = await session.run(Object.fromEntries(given));
            const read = await Promise.all(
              Object.entries(results).map(async ([name, value]) => [name, await fromOrt(value)] as const),
            );
            return Object.fromEntries(read);
          };
          return lost ? Promise.race([work(), lost]) : work();
        },
        release: () => session.release(),
      };
    },
  };
}

const valuesOf = (values: readonly Ort.InferenceSession.ValueMetadata[]): readonly FileValue[] =>
  values.map((value) => (value.isTensor ? value : { name: value.name, type: '', shape: [] }));

function toOrt(ort: typeof Ort, tensor: Tensor): Ort.Tensor {
  switch (tensor.type) {
    case 'float32':
      return new ort.Tensor('float32', tensor.data, [...tensor.dims]);
    case 'uint8':
      return new ort.Tensor('uint8', tensor.data, [...tensor.dims]);
    case 'int64':
      return new ort.Tensor('int64', tensor.data, [...tensor.dims]);
  }
}

async function fromOrt(value: Ort.Tensor): Promise<Tensor> {
  const { type, dims } = value;
  const data = await value.getData(true);
  value.dispose();
  if (type === 'float32') return { type, dims, data: data as Float32Array };
  if (type === 'uint8') return { type, dims, data: data as Uint8Array };
  if (type === 'int64') return { type, dims, data: data as BigInt64Array };
  throw new Error(`A network returned values of type ${type}, which no adapter reads.`);
}
