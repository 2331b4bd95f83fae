/** Messages between a page and any of the engine's workers. Plain data; buffers are transferred where a task says so. */
import type { Outcome, ToolError } from '../errors.ts';

/** What one kind of worker understands. `Results` maps the kind of a task to the type of its result. */
export type WorkerTypes = {
  readonly setup: unknown;
  readonly task: { readonly kind: string };
  readonly results: object;
  readonly progress: unknown;
  /** Messages that belong to no task. */
  readonly command: unknown;
};

export type ResultOf<
  Types extends WorkerTypes,
  Kind extends Types['task']['kind'],
> = Kind extends keyof Types['results'] ? Types['results'][Kind] : never;

export type AnyResult<Types extends WorkerTypes> = Types['results'][keyof Types['results']];

/** From the page. Nothing is posted before the worker has posted `ready`. */
export type Request<Types extends WorkerTypes> =
  | {
      readonly kind: 'setup';
      readonly setup: Types['setup'];
      /** Name of a lock that the worker holds as long as it lives; null where the browser has no locks. */
      readonly lock: string | null;
    }
  | { readonly kind: 'task'; readonly id: number; readonly task: Types['task'] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'command'; readonly command: Types['command'] };

/**
 * What makes a worker useless for further tasks: `memory` (its heap is full and never shrinks), `runtime` (a network
 * failed to run, so the program that runs networks may have aborted), `graphics` (the same on a graphics chip), `program` (a
 * part of its program could not be loaded; only another worker requests it again).
 */
export type WorkerDamage = 'memory' | 'runtime' | 'graphics' | 'program';

/** From the worker. */
export type Response<Types extends WorkerTypes> =
  /** The handler of messages is installed. */
  | { readonly kind: 'ready' }
  /** The worker holds its lock. */
  | { readonly kind: 'locked' }
  /** Again and again while a network starts, which shows that the thread does not hang; `on` is false after it. */
  | { readonly kind: 'loading'; readonly on: boolean }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Types['progress'] }
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly outcome: Outcome<AnyResult<Types>>;
      /** The host must replace this worker before the next task. */
      readonly damage: WorkerDamage | null;
    }
  /** A handler threw outside any task. */
  | { readonly kind: 'fault'; readonly error: ToolError };
