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

type BatchContext = { readonly tool: ToolWork; readonly session: Session; readonly together: TogetherWork };

/** `batch`: pictures that were read, with `item` among them. */
type BatchSearch = { readonly item: Item; readonly batch: readonly Item[] };

/** The tool's findings for each compared picture, by id; empty if too few pictures fit in memory. */
export async function searchTogether(
  { tool, session, together }: BatchContext,
  { item, batch }: BatchSearch,
  watch: Watch,
): Promise<ReadonlyMap<string, Values>> {
  const noFindings = new Map<string, Values>(batch.map(({ id }) => [id, {}]));
  const group = groupOf(item, batch, together);
  // Compare as many as fit in memory.
  for (let count = group.length; count >= together.min; count--) {
    const members = group.slice(0, count);
    const [first, ...others] = members as [Item, ...Item[]];
    const names = others.map((_, index) => `other${index}`);
    const { info } = first;
    if (!info) return noFindings;
    const options = Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial]));
    const { device, manifest, engine } = session;
    const request = { options, size: info, info, device, manifest, given: names, preview: false };
    const plan = attempt(() => together.plan(request));
    if (!plan.ok) return noFindings;
    const chosen = choosePlan(plan.value.needs, device);
    if (!chosen.ok) continue;
    const { steps, result } = plan.value;
    const pictures = Object.fromEntries(others.map((other, index) => [names[index]!, sourceOf(other)]));
    const job = { source: sourceOf(first), pictures, steps, results: [result] };
    const outcome = await engine.run({ job, tileSide: chosen.value.tileSide }, watch);
    if (!outcome.ok) return noFindings;
    return new Map([
      ...noFindings,
      ...members.map(({ id }, index) => [id, together.share(outcome.value.values, index)] as const),
    ]);
  }
  return noFindings;
}

const sourceOf = ({ id, file }: Item): Source => ({ kind: 'file', id, name: file.name, blob: file });

/** The picture and those of its size; all pictures if fewer than `min` have its size. */
function groupOf(item: Item, batch: readonly Item[], { min }: TogetherWork): readonly Item[] {
  const member = batch.find(({ id }) => id === item.id);
  if (!member?.info) return [];
  const { width, height } = member.info;
  const ofSameSize = batch.filter(({ info }) => info?.width === width && info.height === height);
  const chosen = ofSameSize.length >= min ? ofSameSize : batch;
  return [member, ...chosen.filter(({ id }) => id !== item.id)];
}
