import type * as Ort from 'onnxruntime-web/wasm';
import { loadPart } from '../load-part.ts';
import type { Backend, Tensor, Tensors } from '../types.ts';
import type { RuntimeBuild, RuntimeFiles } from './runtime-files.ts';

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
  /** Starts the network in `bytes`, which may be empty afterwards, on a back-end. Throws if the back-end cannot run it. */
  readonly start: (bytes: Uint8Array, backend: Backend) => Promise<Session>;
  /** Name of the graphics chip, the browser and the runtime: what a check of results depends on. */
  readonly chip: () => Promise<string>;
};

export type RuntimeOptions = {
  readonly backend: Backend;
  readonly threads: number;
  readonly files: RuntimeFiles;
};

/**
 * Loads ONNX Runtime: a larger build with WebGPU only for that back-end. Its files come from the site itself, and its
 * threads load them by URL, so that the security policy need not allow `blob:`.
 */
export async function loadRuntime({ backend, threads, files }: RuntimeOptions): Promise<Runtime> {
  const ort = backend === 'wasm' ? await load(files.wasm) : await loadWithWebGpu(files);
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = 'error';
  return runtimeOf(ort);
}

async function load({ program, script, wasm }: RuntimeBuild): Promise<typeof Ort> {
  const ort: typeof Ort = await loadPart(() => import(/* @vite-ignore */ program));
  // The runtime would wait for its script without a limit when it starts the first network.
  await loadPart(() => import(/* @vite-ignore */ script));
  ort.env.wasm.wasmPaths = { mjs: script, ...(wasm !== null && { wasm }) };
  return ort;
}

/** JavaScript Promise Integration: WebAssembly waits for a promise of WebGPU without a larger program. */
const hasJspi = (): boolean => 'Suspending' in WebAssembly;

async function loadWithWebGpu({ jspi, asyncify, folder }: RuntimeFiles): Promise<typeof Ort> {
  if (hasJspi()) return load(jspi);
  const ort = await load(asyncify);
  // Larger than the 25 MiB that Cloudflare Pages takes: `scripts/models/runtime.mjs` compresses it.
  const response = await fetch(new URL(`ort-asyncify-${ort.env.versions.web}.bin`, folder));
  if (!response.ok || !response.body) throw new Error(`The runtime answered with status ${response.status}.`);
  const plain = response.body.pipeThrough(new DecompressionStream('gzip'));
  ort.env.wasm.wasmBinary = await new Response(plain).arrayBuffer();
  return ort;
}

/** The used part of `GPUDevice` and `GPUAdapter`, which TypeScript's library does not declare. */
type LosableDevice = { readonly lost?: Promise<{ readonly message: string }> };
type AdapterInfo = { readonly [part in 'vendor' | 'architecture' | 'device' | 'description']?: string };
type Gpu = { readonly requestAdapter: () => Promise<{ readonly info?: AdapterInfo } | null> };

async function chipName(ort: typeof Ort): Promise<string> {
  const { gpu, userAgent } = globalThis.navigator as { readonly gpu?: Gpu; readonly userAgent: string };
  const { info = {} } = (await gpu?.requestAdapter().catch(() => null)) ?? {};
  const { vendor, architecture, device, description } = info;
  return [vendor, architecture, device, description, userAgent, ort.env.versions.web].join(' | ');
}

/** Rejects when the graphics device is lost; a run that waits for it may never settle. */
async function graphicsLost(ort: typeof Ort): Promise<never> {
  const { lost } = (await ort.env.webgpu.device) as LosableDevice;
  const { message } = await (lost ?? new Promise<never>(() => undefined));
  throw new Error(`The graphics device was lost: ${message}`);
}

/** The runtime of a loaded and configured ONNX Runtime. */
export function runtimeOf(ort: typeof Ort): Runtime {
  return {
    chip: () => chipName(ort),
    start: async (bytes, backend) => {
      const session = await ort.InferenceSession.create(bytes, { executionProviders: [backend] });
      const lost = backend === 'webgpu' ? graphicsLost(ort) : null;
      // The interrupted run reports it.
      lost?.catch(() => undefined);
      return {
        inputs: valuesOf(session.inputMetadata),
        outputs: valuesOf(session.outputMetadata),
        run: async (feeds) => {
          const ortFeeds = Object.entries(feeds).map(([name, tensor]) => [name, toOrt(ort, tensor)] as const);
          const work = async () => {
            const results = await session.run(Object.fromEntries(ortFeeds));
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
