// node tests/bench/memory/networks.mjs [--arena] [model…]
//
// Runs each prepared network once at the largest input that its adapter gives it, on one thread of WebAssembly in a
// process of its own, and prints the heap after its start and after its run, and processor time of both. The heap less 17 MB of
// the runtime and twice the file is `cost.bytes` of the adapter. `--arena`: with the runtime's arena and memory patterns.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const MODELS = new URL('../../../site/public/models/', import.meta.url);

/** Lengths of the dimensions that may have any, by the model's id. */
const LENGTHS = {
  migan: { height: 774, width: 774 },
  'sam-decoder': { points: 3 },
  'overlay-finder': { height: 1280, width: 1280 },
  'text-detector': { height: 960, width: 960 },
  'people-detector': { height: 640, width: 640 },
  'face-detector': { side: 608 },
  damage: { height: 512, width: 512 },
};
const TILE = { height: 192, width: 192, side: 192 };

/** Values of inputs that steer what a network computes. */
const GIVEN = { orig_im_size: [192, 256], point_labels: [1, 2, 3] };

/** The heap of the runtime: the only memory that it creates or exports. */
function watchHeap() {
  const { Memory, instantiate } = WebAssembly;
  let heap = null;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor) {
      super(descriptor);
      heap = this;
    }
  };
  WebAssembly.instantiate = async (...parts) => {
    const result = await instantiate(...parts);
    for (const value of Object.values((result.instance ?? result).exports)) if (value instanceof Memory) heap = value;
    return result;
  };
  return () => (heap?.buffer.byteLength ?? 0) / 1e6;
}

function processorSeconds(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function measure(id, arena) {
  const heapMb = watchHeap();
  const ort = await import('onnxruntime-web/wasm');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const { models } = JSON.parse(readFileSync(new URL('manifest.json', MODELS), 'utf8'));
  const model = models.find((one) => one.id === id);
  const options = { executionProviders: ['wasm'], enableCpuMemArena: arena, enableMemPattern: arena };
  const beforeStart = process.cpuUsage();
  const session = await ort.InferenceSession.create(new Uint8Array(readFileSync(new URL(model.file, MODELS))), options);
  const startedMb = heapMb();
  const startSeconds = processorSeconds(beforeStart);
  const feeds = {};
  for (const { name, type, shape } of model.inputs) {
    const dims = shape.map((length) => (typeof length === 'number' ? length : (LENGTHS[id] ?? TILE)[length]));
    const count = dims.reduce((product, length) => product * length, 1);
    const value = (i) => GIVEN[name]?.[i] ?? (type === 'uint8' ? (i % 7 < 2 ? 0 : 255) : 0.5);
    const Values = type === 'uint8' ? Uint8Array : Float32Array;
    feeds[name] = new ort.Tensor(
      type,
      Values.from({ length: count }, (_, i) => value(i)),
      dims,
    );
  }
  const before = process.cpuUsage();
  await session.run(feeds);
  const cells = [id, model.bytes / 1e6, startedMb, heapMb(), startSeconds, processorSeconds(before)];
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { arena: { type: 'boolean', default: false }, one: { type: 'string' } },
});
if (values.one) {
  await measure(values.one, values.arena);
  // The runtime keeps the process alive.
  process.exit();
}
const { models } = JSON.parse(readFileSync(new URL('manifest.json', MODELS), 'utf8'));
console.log('| network | file, MB | heap after start, MB | heap after a run, MB | start, s | run, s |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const { id } of models) {
  if (positionals.length > 0 && !positionals.includes(id)) continue;
  const flags = values.arena ? ['--arena'] : [];
  const program = fileURLToPath(import.meta.url);
  const { status } = spawnSync(process.execPath, [program, '--one', id, ...flags], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (status !== 0) console.log(`| ${id} | failed |`);
}
