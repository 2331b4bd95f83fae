import type { Model, ModelValue } from '../manifest.ts';
import type { Tensors } from '../types.ts';
import type { FileValue, Session } from './runtime.ts';

/**
 * The session with inputs and outputs renamed as the model's manifest entry declares them. Public exports of one network
 * name them differently, often by number: a declared name that the file lacks stands for the file's first value of that
 * type and shape whose own name is not declared. Values without a match keep their name, and the runtime reports them.
 */
export function withDeclaredNames({ inputs, outputs }: Model, session: Session): Session {
  const inputNames = pairsOf(inputs, session.inputs);
  const outputNames = new Map([...pairsOf(outputs, session.outputs)].map(([name, actualName]) => [actualName, name]));
  return { ...session, run: async (feeds) => renamed(await session.run(renamed(feeds, inputNames)), outputNames) };
}

/** Names in the file by declared names. */
function pairsOf(declared: readonly ModelValue[], actual: readonly FileValue[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const rest = actual.filter(({ name }) => declared.every((value) => value.name !== name));
  for (const value of declared) {
    if (actual.some(({ name }) => name === value.name)) continue;
    const at = rest.findIndex((candidate) => fits(value, candidate));
    if (at >= 0) pairs.set(value.name, rest.splice(at, 1)[0]!.name);
  }
  return pairs;
}

/** Whether types and shapes match. A dimension of any length on one side matches every length. */
function fits({ type, shape }: ModelValue, other: FileValue): boolean {
  if (other.type !== type) return false;
  if (other.shape.length !== shape.length) return false;
  return shape.every(
    (dim, i) => typeof dim === 'string' || typeof other.shape[i] === 'string' || dim === other.shape[i],
  );
}

const renamed = (tensors: Tensors, names: ReadonlyMap<string, string>): Tensors =>
  Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [names.get(name) ?? name, tensor]));
