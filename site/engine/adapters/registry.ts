import { stop } from '../errors.ts';
import type { Model } from '../manifest.ts';
import type { Adapter, Adapters } from './adapter.ts';
import { ddcolor } from './colour.ts';
import { unet } from './damage.ts';
import { tinyFace } from './faces.ts';

import { lama, migan } from './inpaint.ts';
import { birefnet, isnet, u2net } from './matte.ts';
import { overlay } from './overlay.ts';
import { nanodet } from './people.ts';
import { animegan, gfpgan } from './redraw.ts';
import { samDecoder, samEncoder, samEncoderBytes } from './sam.ts';
import { dbnet } from './text.ts';
import { denoiser, doubler, fdncnn, maxim, nafnet, sharpener, srvgg } from './tiled.ts';

/** Every adapter, by the name that `config/models.yaml` gives it. */
export const ADAPTERS: Adapters = {
  u2net,
  isnet,
  birefnet,
  migan,
  lama,
  'sam-encoder': samEncoder,
  'sam-encoder-bytes': samEncoderBytes,
  'sam-decoder': samDecoder,
  srvgg,
  doubler,
  sharpener,
  fdncnn,
  denoiser,
  nafnet,
  maxim,
  dbnet,
  overlay,
  unet,
  'tiny-face': tinyFace,
  nanodet,
  ddcolor,
  gfpgan,
  animegan,
};

type NamedModel = Pick<Model, 'id' | 'adapter'>;

/** The adapter of a model. Stops with `model.unknownAdapter` if no adapter has that name. */
export function adapterOf({ id, adapter }: NamedModel, adapters: Adapters = ADAPTERS): Adapter {
  const found = Object.hasOwn(adapters, adapter) ? adapters[adapter] : undefined;
  if (found) return found;
  const suggestion = nearestName(adapter, Object.keys(adapters));
  const hint = suggestion ? `Did you mean “${suggestion}”?` : `Known adapters: ${Object.keys(adapters).join(', ')}.`;
  const details = `The model “${id}” has the unknown adapter “${adapter}”. ${hint}`;
  return stop({ code: 'model.unknownAdapter', name: id, details });
}

/** The adapter of a model, for one task. Throws where the model is for another task. */
export function adapterFor<Task extends Adapter['task']>(
  task: Task,
  model: NamedModel,
): Extract<Adapter, { readonly task: Task }> {
  const found = adapterOf(model);
  if (found.task === task) return found as Extract<Adapter, { readonly task: Task }>;
  throw new Error(
    `The model “${model.id}” has the adapter “${model.adapter}” for the task “${found.task}”; it cannot do “${task}”.`,
  );
}

/** Edits that turn a name into one that is still suggested. */
const MAX_EDITS = 2;

function nearestName(name: string, names: readonly string[]): string | null {
  const ranked = names.map((other) => ({ other, edits: editDistance(name, other) })).sort((a, b) => a.edits - b.edits);
  return ranked[0] && ranked[0].edits <= MAX_EDITS ? ranked[0].other : null;
}

/** Insertions, deletions and replacements that turn `a` into `b` (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
