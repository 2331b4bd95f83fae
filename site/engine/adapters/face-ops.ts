import type { Facts, OpContext, OpTable, Pixels } from '../types.ts';
import { FACES, pick, SIGNED, type WithModel } from './choose.ts';
import { cutRepeating, faceSquare, pasteSoftly } from './face-crops.ts';
import { distinctFaces, type Face } from './faces.ts';

type WithPicture = { readonly picture: Pixels };
type WithFaces = WithPicture & { readonly faces: Facts };

/** Operations about faces, and those of networks that redraw a whole picture. */
export const faceOps = {
  /** Faces in the picture: fact `faces`, of type `Face`. */
  'net.find-faces': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Facts> => {
    const network = await context.model(model);
    const adapter = pick(FACES, network.model);
    const found: Face[] = [];
    for (const side of adapter.sides) {
      await context.checkpoint();
      found.push(
        ...adapter.read(await network.run(adapter.prepare(picture, side, network.model)), picture, network.model),
      );
    }
    return { facts: { faces: distinctFaces(found) } };
  },

  /** Faces redrawn by a network, one by one, and `share` of each laid over the picture. */
  'net.faces': async (
    { picture, faces }: WithFaces,
    { model, share }: WithModel & { readonly share: number },
    context: OpContext,
  ): Promise<Pixels> => {
    const whole = { ...picture, data: picture.data.slice() };
    for (const [index, face] of facesOf(faces).entries()) {
      const network = await context.model(model);
      const adapter = pick(SIGNED, network.model);
      const box = faceSquare(face);
      const crop = cutRepeating(picture, box);
      const made = adapter.read(await network.run(adapter.prepare(crop, network.model)), crop, network.model);
      pasteSoftly(whole, made, { box, share });
      context.progress((index + 1) / facesOf(faces).length);
      await context.checkpoint();
    }
    return whole;
  },

  /** A whole picture redrawn by a network: an aligned face restored, or a photo in the manner of a drawn film. */
  'net.redraw': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Pixels> => {
    const network = await context.model(model);
    const adapter = pick(SIGNED, network.model);
    return adapter.read(await network.run(adapter.prepare(picture, network.model)), picture, network.model);
  },
} as const satisfies OpTable;

const facesOf = ({ facts }: Facts): readonly Face[] => facts.faces as readonly Face[];
