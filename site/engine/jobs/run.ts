import type { AnyOp, ExpectedTimes, Network, OpContext, OpTable, Parts, Step, Value, Values } from '../types.ts';
import { type Reporter, timesOf } from './progress.ts';
import { abortError } from './queue.ts';

export type RunInput = {
  readonly steps: readonly Step[];
  /** `picture` and the other values of the job. */
  readonly values: Values;
  readonly results: readonly string[];
  readonly tileSide: number;
  readonly expected?: ExpectedTimes | undefined;
};

export type RunParts = {
  readonly table: OpTable;
  readonly signal: AbortSignal;
  readonly report: Reporter;
  readonly now: () => number;
  /** Loads a network, and reports the stages `download` and `load`. */
  readonly model: (id: string) => Promise<Network>;
  /** Prepares a network before the first step; by default it is loaded. */
  readonly prepare?: (id: string) => Promise<unknown>;
  /** Called after the last step that names a network, and by that step if it goes on without them. */
  readonly onNetworksDone?: () => Promise<void>;
  /** Called with each value that no later step reads, and with those that remain. */
  readonly onDrop?: (value: Value, remaining: readonly Value[]) => void;
  /** Fraction of a step's expected time that remains once the values so far are known. */
  readonly remainingFraction?: (step: Step, values: ReadonlyMap<string, Value>) => number;
  /** Receives the milliseconds of a step that was not shortened, without starting its networks. */
  readonly onStep?: (step: Step, ms: number) => void;
};

/** Networks that are prepared before the first step: as many as `models/sessions.ts` keeps. */
const MAX_PREPARED = 3;

/**
 * Runs the steps one by one and returns the requested values. Drops each value after the last step that reads it. Loads
 * the networks that steps name (`params.model`) first, so that a failed download is reported before any work.
 */
export async function runSteps(input: RunInput, parts: RunParts): Promise<Values> {
  const { steps, results } = input;
  const { signal, report, now, table } = parts;
  const values = new Map<string, Value>(Object.entries(input.values));
  const expected = timesOf(steps, input.expected);
  const fractions = steps.map(() => 1);
  let spentMs = 0;
  const { prepare = parts.model, remainingFraction: fractionOf = () => 1 } = parts;
  for (const id of modelNamesOf(steps).slice(0, MAX_PREPARED)) await prepare(id);
  const lastWithNetwork = steps.findLastIndex((step) => modelNamesOf([step]).length > 0);
  for (const [index, step] of steps.entries()) {
    const stage = step.stage ?? 'process';
    report.stage(stage);
    let began = now();
    for (let at = index; at < steps.length; at++) fractions[at] = fractionOf(steps[at] as Step, values);
    const times = { ...expected, steps: expected.steps.map((ms, at) => ms * (fractions[at] ?? 1)) };
    const reportDone = (done: number, tiles?: Parts) =>
      report.plan({ times, index, done, elapsedMs: now() - began, spentMs }, tiles);
    if (times.isMeasured) reportDone(0);
    const context: OpContext = {
      signal,
      tileSide: input.tileSide,
      progress: reportDone,
      checkpoint: () => checkpoint(signal),
      model: async (id) => {
        const loadingSince = now();
        const network = await parts.model(id);
        // Exclude loading from the time by which the rest is estimated.
        began += now() - loadingSince;
        report.stage(stage);
        return network;
      },
      ...(index >= lastWithNetwork && parts.onNetworksDone && { networksDone: parts.onNetworksDone }),
    };
    await checkpoint(signal);
    values.set(step.output, await operation(table, step.op)(inputsOf(step, values), step.params, context));
    if (index === lastWithNetwork) await parts.onNetworksDone?.();
    const ms = now() - began;
    if (fractions[index] === 1) parts.onStep?.(step, ms);
    reportDone(1);
    spentMs += ms;
    for (const [name, value] of values) {
      if (isNeeded(name, steps.slice(index + 1), results)) continue;
      values.delete(name);
      parts.onDrop?.(value, [...values.values()]);
    }
  }
  return Object.fromEntries(results.map((name) => [name, valueNamed(values, name)]));
}

/** Ids of the networks that steps name, each once. */
export function modelNamesOf(steps: readonly Step[]): readonly string[] {
  const named = steps.map(({ params }) => (params as { readonly model?: unknown } | null)?.model);
  return [...new Set(named)].filter((id) => typeof id === 'string');
}

function operation(table: OpTable, name: string): AnyOp {
  const op = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!op) throw new Error(`There is no operation “${name}”.`);
  return op as unknown as AnyOp;
}

function inputsOf(step: Step, values: ReadonlyMap<string, Value>): Values {
  const inputs = Object.entries(step.inputs).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(inputs.map(([input, name]) => [input, valueNamed(values, name)]));
}

function valueNamed(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (!value) throw new Error(`No step gives the value “${name}”.`);
  return value;
}

function isNeeded(name: string, laterSteps: readonly Step[], results: readonly string[]): boolean {
  return results.includes(name) || laterSteps.some(({ inputs }) => Object.values(inputs).includes(name));
}

/** Yields to messages such as a cancel, and throws an AbortError if the signal is aborted. */
export async function checkpoint(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  if (signal.aborted) throw abortError();
}
