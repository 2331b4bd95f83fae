import { writeFileSync } from 'node:fs';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { imageSize } from 'image-size';
import { sealFile } from '../lib/sealed-file.ts';
import { loadPlugins } from '../plugins/load.ts';
import type { CardWorkerData, FromCardWorker, ToCardWorker } from './draw.ts';
import { cardSize } from './size.ts';

/** Entry point of a worker thread that draws pictures. Files are written atomically. */
function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('cards/worker is started as a worker thread only');
  const { list, index, root } = workerData as CardWorkerData;
  const loaded = loadPlugins(list);
  const draw = async ({ facts, file }: ToCardWorker): Promise<string | null> => {
    try {
      const plugins = await loaded;
      const card = plugins.ok ? plugins.value[index]?.card : undefined;
      if (!card) return 'its plugin cannot be loaded';
      const bytes: unknown = await card.draw(facts, root);
      if (!(bytes instanceof Uint8Array)) return '`draw` must return its bytes';
      const problem = imageProblem(bytes, file);
      if (problem !== null) return problem;
      const temporary = `${file}.${process.pid}.${threadId}`;
      writeFileSync(temporary, bytes);
      sealFile(temporary, file);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  port.on('message', async (message: ToCardWorker) => {
    const answer: FromCardWorker = { error: await draw(message) };
    port.postMessage(answer);
  });
}

/** Returns why the format or size of an image is wrong, for the middle of a sentence; null if both are right. */
function imageProblem(bytes: Uint8Array, file: string): string | null {
  const size = sizeOf(bytes);
  if (size === null) return 'it is no picture';
  const { width, height, type } = size;
  const format = file.slice(file.lastIndexOf('.') + 1);
  if (type !== format) return `it is ${type}, not ${format}`;
  if (width === cardSize.width && height === cardSize.height) return null;
  return `it has ${width} × ${height} pixels, not ${cardSize.width} × ${cardSize.height}`;
}

function sizeOf(bytes: Uint8Array): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}

serve();
