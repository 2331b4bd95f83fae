import { stop } from '../errors.ts';
import type { Facts, Mask, OpContext, OpTable, Pixels } from '../types.ts';
import { distinctPeople, type Person, selectPeople } from './people.ts';
import { adapterFor } from './registry.ts';
import { selector, type WithModel } from './select.ts';

type WithPicture = { readonly picture: Pixels };

/** Operations that find and select people. */
export const peopleOps = {
  /** People in the picture: fact `people`, of type `Person`. Stops with `job.nothingFound` where there are none. */
  'net.find-people': async ({ picture }: WithPicture, { model }: WithModel, context: OpContext): Promise<Facts> => {
    const network = await context.model(model);
    const adapter = adapterFor('find-people', network.model);
    const passes: (readonly Person[])[] = [];
    for (const side of adapter.sides) {
      await context.checkpoint();
      const results = await network.run(adapter.prepare(picture, side, network.model));
      passes.push(adapter.read(results, { picture, side }, network.model));
    }
    const people = distinctPeople(passes);
    return people.length > 0 ? { facts: { people } } : stop({ code: 'job.nothingFound' });
  },

  /** Mask of the people who were found, by a network for selections: encoder `model`, and its decoder. */
  'net.people': async (
    { picture, people }: WithPicture & { readonly people: Facts },
    { model, decoder }: WithModel & { readonly decoder: string },
    context: OpContext,
  ): Promise<Mask> => {
    const found = people.facts.people as readonly Person[];
    return selectPeople(found, picture, await selector(picture, { model, decoder }, context));
  },
} as const satisfies OpTable;
