import { choosePlan } from '../engine/capability/choose.ts';
import { attempt } from '../engine/errors.ts';
import type { Source, Values } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import type { Session } from './session.ts';
import type { Item } from './state/state.ts';
import type { TogetherWork, ToolWork } from './tool.ts';

/** The pictures that are searched together with one: its neighbours in the list. */
export function batchOf(items: readonly Item[], item: Item, maxPictures: number): readonly Item[] {
  const at = items.findIndex(({ id }) => id === item.id);
  const start = Math.max(0, Math.min(at - (at % maxPictures), items.length - maxPictures));
  return items.slice(start, start + maxPictures);
}

type Bench = { readonly tool: ToolWork; readonly session: Session; readonly together: TogetherWork };

/** `batch`: pictures that were read, with `item` among them. */
type Looked = { readonly item: Item; readonly batch: readonly Item[] };

/** The tool's findings for each compared picture, by id; empty if too few pictures fit in memory. */
export async function lookTogether(
  { tool, session, together }: Bench,
  { item, batch }: Looked,
  watch: Watch,
): Promise<ReadonlyMap<string, Values>> {
  const nothing = new Map<string, Values>(batch.map(({ id }) => [id, {}]));
  const group = groupOf(item, batch, together);
  // Compare as many as fit in memory.
  for (let count = group.length; count >= together.min; count--) {
    const members = group.slice(0, count);
    const [first, ...others] = members as [Item, ...Item[]];
    const names = others.map((_, index) => `other${index}`);
    const { info } = first;
    if (!info) return nothing;
    const options = Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial]));
    const { device, manifest, engine } = session;
    const request = { options, size: info, info, device, manifest, given: names, preview: false };
    const plan = attempt(() => together.plan(request));
    if (!plan.ok) return nothing;
    const chosen = choosePlan(plan.value.needs, device);
    if (!chosen.ok) continue;
    const { steps, result } = plan.value;
    const pictures = Object.fromEntries(others.map((other, index) => [names[index]!, sourceOf(other)]));
    const job = { source: sourceOf(first), pictures, steps, results: [result] };
    const made = await engine.run({ job, tileSide: chosen.value.tileSide }, watch);
    if (!made.ok) return nothing;
    return new Map([
      ...nothing,
      ...members.map(({ id }, index) => [id, together.share(made.value.values, index)] as const),
    ]);
  }
  return nothing;
}

const sourceOf = ({ id, file }: Item): Source => ({ kind: 'file', id, name: file.name, blob: file });

/** The picture and those of its size; all pictures if fewer than `min` have its size. */
function groupOf(item: Item, batch: readonly Item[], { min }: TogetherWork): readonly Item[] {
  const own = batch.find(({ id }) => id === item.id);
  if (!own?.info) return [];
  const { width, height } = own.info;
  const alike = batch.filter(({ info }) => info?.width === width && info.height === height);
  const chosen = alike.length >= min ? alike : batch;
  return [own, ...chosen.filter(({ id }) => id !== item.id)];
}
