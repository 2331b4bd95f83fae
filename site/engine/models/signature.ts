import type { Model, ModelValue } from '../manifest.ts';
import type { Tensors } from '../types.ts';
import type { FileValue, Session } from './runtime.ts';

/**
 * The session under the names that the model's entry gives to inputs and outputs. Public exports of one network name
 * them differently, often by number; a name that the file lacks stands for its first value of that shape that no other
 * name means. What cannot be told keeps its name, and the runtime says what it misses.
 */
export function underNamesOf({ inputs, outputs }: Model, session: Session): Session {
  const given = pairsOf(inputs, session.inputs);
  const read = new Map([...pairsOf(outputs, session.outputs)].map(([name, own]) => [own, name]));
  return { ...session, run: async (feeds) => renamed(await session.run(renamed(feeds, given)), read) };
}

/** Names in the file, by those of the entry. */
function pairsOf(declared: readonly ModelValue[], own: readonly FileValue[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const rest = own.filter(({ name }) => declared.every((value) => value.name !== name));
  for (const value of declared) {
    if (own.some(({ name }) => name === value.name)) continue;
    const at = rest.findIndex((candidate) => fits(value, candidate));
    if (at >= 0) pairs.set(value.name, rest.splice(at, 1)[0]!.name);
  }
  return pairs;
}

/** A dimension that is not fixed on one side fits any. */
function fits({ type, shape }: ModelValue, other: FileValue): boolean {
  if (other.type !== type) return false;
  if (other.shape.length !== shape.length) return false;
  return shape.every(
    (dim, i) => typeof dim === 'string' || typeof other.shape[i] === 'string' || dim === other.shape[i],
  );
}

const renamed = (tensors: Tensors, names: ReadonlyMap<string, string>): Tensors =>
  Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [names.get(name) ?? name, tensor]));
