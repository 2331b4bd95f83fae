import { toGray } from './gray.ts';

/** The finished picture, or null if the file is not a picture. */
export type WorkerReply = {
  readonly picture: Blob;
  readonly size: { readonly width: number; readonly height: number };
} | null;

async function convert(file: Blob): Promise<WorkerReply> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const image = context.getImageData(0, 0, width, height);
  toGray(image.data);
  context.putImageData(image, 0, 0);
  return { picture: await canvas.convertToBlob({ type: 'image/png' }), size: { width, height } };
}

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(await convert(data).catch(() => null));
});
