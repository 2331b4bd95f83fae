import type { Facts, OpContext, OpTable, Pixels } from '../types.ts';
import { cutRepeating, faceSquare, pasteFeathered } from './face-crops.ts';
import { distinctFaces, type Face } from './faces.ts';
import { adapterFor } from './registry.ts';
import type { WithModel } from './select.ts';

type WithPicture = { readonly picture: Pixels };
type WithFaces = WithPicture & { readonly faces: Facts };

/** Operations about faces, and those of networks that redraw a whole picture. */
export const faceOps = {
  /** Faces in the picture: fact `faces`, of type `Face`. */
  'net.find-faces': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Facts> => {
    const network = await context.model(model);
    const adapter = adapterFor('find-faces', network.model);
    const found: Face[] = [];
    for (const side of adapter.sides) {
      await context.checkpoint();
      const results = await network.run(adapter.prepare(picture, side, network.model));
      found.push(...adapter.read(results, { picture, side }, network.model));
    }
    return { facts: { faces: distinctFaces(found) } };
  },

  /** Faces redrawn by a network one by one, each blended over the picture with opacity `share`. */
  'net.faces': async (
    { picture, faces }: WithFaces,
    { model, share: opacity }: WithModel & { readonly share: number },
    context: OpContext,
  ): Promise<Pixels> => {
    const whole = { ...picture, data: picture.data.slice() };
    for (const [index, face] of facesOf(faces).entries()) {
      const network = await context.model(model);
      const adapter = adapterFor('redraw', network.model);
      const box = faceSquare(face);
      const crop = cutRepeating(picture, box);
      const drawn = adapter.read(await network.run(adapter.prepare(crop, network.model)), crop, network.model);
      pasteFeathered(whole, drawn, { box, opacity });
      context.progress((index + 1) / facesOf(faces).length);
      await context.checkpoint();
    }
    return whole;
  },

  /** A whole picture redrawn by a network: an aligned face restored, or a photo drawn as in a film. */
  'net.redraw': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Pixels> => {
    const network = await context.model(model);
    const adapter = adapterFor('redraw', network.model);
    return adapter.read(await network.run(adapter.prepare(picture, network.model)), picture, network.model);
  },
} as const satisfies OpTable;

const facesOf = ({ facts }: Facts): readonly Face[] => facts.faces as readonly Face[];
