import { detectDevice } from '../../../site/engine/capability/detect.ts';
import type { Outcome } from '../../../site/engine/errors.ts';
import type { Device, Job, JobResult, Pixels, Progress, Step } from '../../../site/engine/types.ts';
import { createEngine, type Engine, type RunRequest } from '../../../site/engine/workers/engine.ts';

/** API for tests through `page.evaluate`: the engine, and pictures as its input. */
export type Lab = {
  readonly engine: Engine;
  readonly device: Device;
  readonly create: (change?: Partial<Device>, idleMs?: number) => Engine;
  readonly job: (blob: Blob | Pixels, steps: readonly Step[], change?: Partial<Job>) => RunRequest;
  readonly run: (request: RunRequest, options?: RunOptions) => Promise<Ran>;
  /** Draws and encodes a picture file. */
  readonly draw: (options: DrawOptions) => Promise<Blob>;
  readonly pixels: (width: number, height: number, at: (x: number, y: number) => readonly number[]) => Pixels;
  readonly step: (op: string, params?: unknown, inputs?: Step['inputs']) => Step;
  readonly bytes: (base64: string, type: string) => Blob;
};
export type RunOptions = { readonly cancelAfterMs?: number };
export type Ran = {
  readonly outcome: Outcome<JobResult>;
  readonly progress: readonly Progress[];
  /** Milliseconds from the cancel to the answer. */
  readonly answerMs: number | null;
};
export type DrawOptions = {
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly quality?: number;
  /** Colour of a rectangle in fractions of the size. */
  readonly parts: readonly (readonly [colour: string, x: number, y: number, width: number, height: number])[];
};

declare global {
  interface Window {
    lab: Lab;
  }
}

const manifestUrl = new URL('/models/manifest.json', location.href).href;
const startWorker = () => new Worker(new URL('./lab.worker.ts', import.meta.url), { type: 'module' });
let sources = 0;

async function start(): Promise<void> {
  const device = await detectDevice({ navigator, scope: globalThis });
  const create: Lab['create'] = (change = {}, idleMs = 60_000) =>
    createEngine({ device: { ...device, ...change }, manifestUrl, startWorker, idleMs });
  const engine = create();
  window.lab = {
    engine,
    device,
    create,
    run: (request, options) => run(engine, request, options),
    job: (picture, steps, change = {}) => {
      const id = `source-${sources++}`;
      const source =
        picture instanceof Blob
          ? ({ kind: 'file', id, name: 'picture', blob: picture } as const)
          : ({ kind: 'pixels', id, pixels: picture } as const);
      return { job: { source, steps, results: [steps.at(-1)?.output ?? 'picture'], ...change }, tileSide: 128 };
    },
    draw,
    pixels: (width, height, at) => {
      const data = new Uint8ClampedArray(width * height * 4);
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), 4 * (y * width + x));
      return { width, height, data };
    },
    step: (op, params = {}, inputs = { picture: 'picture' }) => ({ op, params, inputs, output: 'result' }),
    bytes: (base64, type) => new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type }),
  };
}

async function run(engine: Engine, request: RunRequest, { cancelAfterMs }: RunOptions = {}): Promise<Ran> {
  const controller = new AbortController();
  const progress: Progress[] = [];
  let cancelled: number | null = null;
  if (cancelAfterMs !== undefined) {
    setTimeout(() => {
      cancelled = performance.now();
      controller.abort();
    }, cancelAfterMs);
  }
  const outcome = await engine.run(request, { signal: controller.signal, onProgress: (one) => progress.push(one) });
  return { outcome, progress, answerMs: cancelled === null ? null : performance.now() - cancelled };
}

async function draw({ width, height, type, quality, parts }: DrawOptions): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  for (const [colour, x, y, w, h] of parts) {
    context.fillStyle = colour;
    context.fillRect(x * width, y * height, w * width, h * height);
  }
  return canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) });
}

void start();
