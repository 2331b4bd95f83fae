import type { OpContext, Pixels } from '../types.ts';
import type { Select } from './matte-complete.ts';
import { adapterFor } from './registry.ts';

/** `model`: id in the manifest. */
export type WithModel = { readonly model: string };

/** Embeds a picture and returns a function that selects in it: encoder `model`, and its decoder. */
export async function selector(
  picture: Pixels,
  { model, decoder }: WithModel & { readonly decoder: string },
  context: OpContext,
): Promise<Select> {
  const encoder = await context.model(model);
  const { prepare, read } = adapterFor('embed', encoder.model);
  const embedding = read(await encoder.run(prepare(picture, encoder.model)), encoder.model);
  context.progress(0.8);
  await context.checkpoint();
  const network = await context.model(decoder);
  const adapter = adapterFor('select', network.model);
  return async (prompt, earlier) => {
    await context.checkpoint();
    const feeds = adapter.prepare({ embedding, size: picture, prompt, earlier }, network.model);
    return adapter.read(await network.run(feeds), network.model);
  };
}
