import * as ort from 'onnxruntime-web/wasm';
import { networkOps } from '../../../../../site/engine/adapters/ops.ts';
import type { Model, ModelValue } from '../../../../../site/engine/manifest.ts';
import { runtimeOf } from '../../../../../site/engine/models/runtime.ts';
import type { AnyOp, Network, OpContext, Pixels, Tensors, Value, Values } from '../../../../../site/engine/types.ts';

ort.env.wasm.numThreads = 1;

export type StandIn = {
  readonly adapter: string;
  readonly content: Uint8Array;
  readonly inputs: readonly (readonly [name: string, type: ModelValue['type'], shape: ModelValue['shape']])[];
  readonly outputs: readonly string[];
  readonly tile?: Model['tile'];
};

export type Run = {
  readonly value: Value;
  /** The inputs of the network, call by call. */
  readonly fed: readonly Tensors[];
  /** Bytes that the operation still holds of its inputs and results of each call. */
  readonly heldBytes: () => readonly number[];
};

/** Runs an operation with a network of the test, in WebAssembly, as a worker does. */
export async function runOp(name: keyof typeof networkOps, work: Work): Promise<Run> {
  const { standIn, inputs, params = {}, tileSide = 64 } = work;
  const session = await runtimeOf(ort).start(standIn.content, 'wasm');
  const fed: Tensors[] = [];
  const calls: Tensors[] = [];
  const network: Network = {
    backend: 'wasm',
    model: modelOf(standIn),
    run: async (feeds) => {
      fed.push(structuredClone(feeds));
      const results = await session.run(feeds);
      calls.push({ ...feeds, ...results });
      return results;
    },
  };
  const context: OpContext = {
    signal: new AbortController().signal,
    progress: () => undefined,
    checkpoint: async () => undefined,
    model: async () => network,
    tileSide,
  };
  const bytesOf = (tensors: Tensors) => Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
  try {
    const op = networkOps[name] as unknown as AnyOp;
    return {
      value: await op(inputs, { model: 'stand-in', ...params }, context),
      fed,
      heldBytes: () => calls.map(bytesOf),
    };
  } finally {
    await session.release();
  }
}
export type Work = {
  readonly standIn: StandIn;
  readonly inputs: Values;
  readonly params?: object;
  readonly tileSide?: number;
};

function modelOf({ adapter, inputs, outputs, tile }: StandIn): Model {
  const value = (name: string): ModelValue => ({ name, type: 'float32', shape: [], holds: '' });
  return {
    id: 'stand-in',
    title: 'Stand-in',
    file: '',
    bytes: 1,
    sha256: '',
    role: 'test',
    choice: 'default',
    adapter,
    ...(tile && { tile }),
    inputs: inputs.map(([name, type, shape]) => ({ name, type, shape, holds: '' })),
    outputs: outputs.map(value),
    licence: '',
    notice: '',
    homepage: '',
    changes: [],
  };
}

/** A picture whose colours a function computes. */
export function picture(width: number, height: number, at: (x: number, y: number) => readonly number[]): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), 4 * (y * width + x));
  return { width, height, data };
}

export const colourAt = ({ data, width }: Pixels, x: number, y: number): readonly number[] => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];
