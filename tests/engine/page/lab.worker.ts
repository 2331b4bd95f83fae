import { networkOps } from '../../../site/engine/adapters/ops.ts';
import { gpuOps } from '../../../site/engine/gpu/ops.ts';
import { ops } from '../../../site/engine/ops/registry.ts';
import type { Facts, OpContext, OpTable, Pixels } from '../../../site/engine/types.ts';
import { serveTools, type ToolScope } from '../../../site/engine/workers/serve-tools.ts';

/** Every memory of WebAssembly that this worker makes, so that a test can see whether it grows. */
const memories: WebAssembly.Memory[] = [];
WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super(descriptor);
    memories.push(this);
  }
};

type GraphicsDevice = { readonly destroy: () => void };
type AdapterClass = { readonly prototype: { requestDevice: (options?: unknown) => Promise<GraphicsDevice> } };

/** Every WebGPU device that this worker makes, so that a test can take them away. */
const devices: GraphicsDevice[] = [];
const { GPUAdapter: adapterClass } = globalThis as unknown as { readonly GPUAdapter?: AdapterClass };
if (adapterClass) {
  const { requestDevice } = adapterClass.prototype;
  adapterClass.prototype.requestDevice = async function (options) {
    const device = await requestDevice.call(this, options);
    devices.push(device);
    return device;
  };
}

type WithPicture = { readonly picture: Pixels };

/** Operations of drawings on an emulated chip, and by the names `cpu.…` on the processor. */
const chipOps = gpuOps({ software: true });
const drawingOps = {
  ...chipOps,
  ...Object.fromEntries(Object.keys(chipOps).map((name) => [`cpu.${name}`, ops[name as keyof typeof chipOps]])),
};

/** Operations that behave well and badly. */
const labOps = {
  same: ({ picture }: WithPicture, _: unknown) => picture,

  negative: ({ picture }: WithPicture, _: unknown): Pixels => ({
    ...picture,
    data: picture.data.map((value, i) => (i % 4 === 3 ? value : 255 - value)),
  }),

  /** Looks at the signal after every part. */
  polite: async (_: object, { parts, ms }: { readonly parts: number; readonly ms: number }, context: OpContext) => {
    for (let part = 0; part < parts; part++) {
      await context.checkpoint();
      spin(ms);
      context.progress((part + 1) / parts, { done: part + 1, total: parts });
    }
    return { facts: { parts } } satisfies Facts;
  },

  /** Never looks at the signal. */
  stubborn: (_: object, { ms }: { readonly ms: number }): Facts => {
    spin(ms);
    return { facts: {} };
  },

  /** Ends its own worker without a word. */
  vanish: (): Facts | Promise<Facts> => {
    globalThis.close();
    return new Promise(() => undefined);
  },

  /** Throws where nobody catches. */
  explode: (): Promise<Facts> => {
    setTimeout(() => {
      throw new Error('bang');
    });
    return new Promise(() => undefined);
  },

  /** Loses all graphics devices, as a driver that is reset does. */
  loseGraphics: ({ picture }: WithPicture, _: unknown): Pixels => {
    for (const device of devices) device.destroy();
    return picture;
  },

  /** Bytes of WebAssembly's memory. */
  heap: (): Facts => ({ facts: { bytes: memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) } }),

  /** Asks for more than there is. */
  greedy: (): Facts => ({ facts: { length: new Uint8Array(2 ** 46).length } }),
} as const satisfies OpTable;

function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

serveTools(globalThis as unknown as ToolScope, { ...ops, ...drawingOps, ...labOps, ...networkOps });
