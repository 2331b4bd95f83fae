import { networkOps } from '../../../site/engine/adapters/ops.ts';
import { openGpu } from '../../../site/engine/gpu/context.ts';
import { gpuOps } from '../../../site/engine/gpu/ops.ts';
import { ops } from '../../../site/engine/ops/registry.ts';
import type { Facts, OpContext, OpTable, Pixels } from '../../../site/engine/types.ts';
import { serveTools, type ToolScope } from '../../../site/engine/workers/serve-tools.ts';

/** All WebAssembly memories of this worker, so that a test can measure their growth. */
const memories: WebAssembly.Memory[] = [];
WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super(descriptor);
    memories.push(this);
  }
};

type GraphicsDevice = { readonly destroy: () => void };
type AdapterClass = { readonly prototype: { requestDevice: (options?: unknown) => Promise<GraphicsDevice> } };

/** All WebGPU devices of this worker, so that a test can destroy them. */
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

/** All WebGL contexts of this worker. */
const graphicsContexts: WebGL2RenderingContext[] = [];
const { getContext } = OffscreenCanvas.prototype;
OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas, ...given: unknown[]) {
  const context = Reflect.apply(getContext, this, given);
  if (context instanceof WebGL2RenderingContext) graphicsContexts.push(context);
  return context;
} as typeof getContext;

type WithPicture = { readonly picture: Pixels };

/** Drawing operations on an emulated GPU, and under the names `cpu.…` on the CPU. */
const chipOps = gpuOps({ software: true });
const drawingOps = {
  ...chipOps,
  ...Object.fromEntries(Object.keys(chipOps).map((name) => [`cpu.${name}`, ops[name as keyof typeof chipOps]])),
};

/** Operations with good and bad behaviour. */
const labOps = {
  same: ({ picture }: WithPicture, _: unknown) => picture,

  negative: ({ picture }: WithPicture, _: unknown): Pixels => ({
    ...picture,
    data: picture.data.map((value, i) => (i % 4 === 3 ? value : 255 - value)),
  }),

  /** Checks the signal after every part. */
  polite: async (_: object, { parts, ms }: { readonly parts: number; readonly ms: number }, context: OpContext) => {
    for (let part = 0; part < parts; part++) {
      await context.checkpoint();
      spin(ms);
      context.progress((part + 1) / parts, { done: part + 1, total: parts });
    }
    return { facts: { parts } } satisfies Facts;
  },

  /** Which contexts open: 1 for yes. */
  contexts: (): Facts => {
    const opens = (software: boolean) => {
      const gpu = openGpu(software);
      gpu?.close();
      return gpu ? 1 : 0;
    };
    return { facts: { emulated: opens(true), hardware: opens(false) } };
  },

  /** Lets all further reads from WebGL fail, as a driver that is out of memory does. */
  failGraphics: (): Facts => {
    WebGL2RenderingContext.prototype.getError = () => WebGL2RenderingContext.OUT_OF_MEMORY;
    return { facts: {} };
  },

  /** Number of open WebGL contexts. */
  openContexts: (): Facts => ({
    facts: { open: graphicsContexts.filter((context) => !context.isContextLost()).length },
  }),

  /** Never checks the signal. */
  stubborn: (_: object, { ms }: { readonly ms: number }): Facts => {
    spin(ms);
    return { facts: {} };
  },

  /** Terminates its own worker silently. */
  vanish: (): Facts | Promise<Facts> => {
    globalThis.close();
    return new Promise(() => undefined);
  },

  /** Throws an uncaught error. */
  explode: (): Promise<Facts> => {
    setTimeout(() => {
      throw new Error('bang');
    });
    return new Promise(() => undefined);
  },

  /** Destroys all GPU devices, as a driver reset does. */
  loseGraphics: ({ picture }: WithPicture, _: unknown): Pixels => {
    for (const device of devices) device.destroy();
    return picture;
  },

  /** Takes JavaScript Promise Integration away, before the runtime is loaded. */
  withoutJspi: (): Facts => {
    Reflect.deleteProperty(WebAssembly, 'Suspending');
    return { facts: {} };
  },

  /** Starts a network, which checks it on WebGPU. */
  startNetwork: async (_: object, { model }: { readonly model: string }, context: OpContext): Promise<Facts> => ({
    facts: { backend: (await context.model(model)).backend },
  }),

  /** Size of the WebAssembly memories in bytes. */
  heap: (): Facts => ({ facts: { bytes: memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) } }),

  /** Allocates more memory than exists. */
  greedy: (): Facts => ({ facts: { length: new Uint8Array(2 ** 46).length } }),
} as const satisfies OpTable;

function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

serveTools(globalThis as unknown as ToolScope, { ...ops, ...drawingOps, ...labOps, ...networkOps });
