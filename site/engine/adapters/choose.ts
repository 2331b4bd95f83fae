import type { Model } from '../manifest.ts';
import type { OpContext, Pixels } from '../types.ts';
import { birefnet } from './birefnet.ts';
import type { Select } from './complete.ts';
import { type FaceAdapter, tinyFace } from './faces.ts';
import { isnet } from './isnet.ts';
import { lama } from './lama.ts';
import type { MatteAdapter } from './matte.ts';
import { type InpaintAdapter, migan } from './migan.ts';
import { nanodet, type PeopleAdapter } from './nanodet.ts';
import { readSelection, type SamEncoder, samEncoder, samEncoderBytes, samPrompt } from './sam.ts';
import { animegan, gfpgan, type SignedAdapter } from './signed.ts';
import { output } from './tensors.ts';
import { fdncnn, nafnet, srvgg, type TiledAdapter } from './tiled.ts';
import { u2net } from './u2net.ts';

/** Adapters by the name that `config/models.yaml` gives them, for each kind of work. */
export const MATTE: { readonly [adapter: string]: MatteAdapter } = { u2net, isnet, birefnet };
export const INPAINT: { readonly [adapter: string]: InpaintAdapter } = { migan, lama };
export const ENCODE: { readonly [adapter: string]: SamEncoder } = {
  'sam-encoder': samEncoder,
  'sam-encoder-bytes': samEncoderBytes,
};
export const TILED: { readonly [adapter: string]: TiledAdapter } = { srvgg, fdncnn, nafnet, maxim: srvgg };
export const FACES: { readonly [adapter: string]: FaceAdapter } = { 'tiny-face': tinyFace };
export const PEOPLE: { readonly [adapter: string]: PeopleAdapter } = { nanodet };
export const SIGNED: { readonly [adapter: string]: SignedAdapter } = { gfpgan, animegan };

/** `model`: id in the manifest. */
export type WithModel = { readonly model: string };

/** The adapter that a model names. Throws where it is for another kind of work. */
export function pick<Adapter>(adapters: { readonly [name: string]: Adapter }, { id, adapter }: Model): Adapter {
  const found = adapters[adapter];
  if (!found) throw new Error(`The model ${id} has the adapter “${adapter}”, which cannot do this work.`);
  return found;
}

/** Selects in a picture that the encoder looks at once. */
export async function selector(
  picture: Pixels,
  { model, decoder }: WithModel & { readonly decoder: string },
  context: OpContext,
): Promise<Select> {
  const encode = await context.model(model);
  const looked = await encode.run(pick(ENCODE, encode.model)(picture, encode.model));
  const embedding = output(looked, encode.model).data as Float32Array;
  context.progress(0.8);
  await context.checkpoint();
  const network = await context.model(decoder);
  return async (prompt, earlier) => {
    await context.checkpoint();
    return readSelection(await network.run(samPrompt({ embedding, size: picture, prompt, earlier })), network.model);
  };
}
