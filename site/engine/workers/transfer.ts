import type { Value, Values } from '../types.ts';

/** The distinct buffers of values, which can be transferred instead of copied. */
export function buffersOf(values: Values): readonly ArrayBuffer[] {
  const buffers = Object.values(values)
    .flatMap(arraysOf)
    .map(({ buffer }) => buffer);
  return [...new Set(buffers)];
}

function arraysOf(value: Value): readonly { readonly buffer: ArrayBuffer }[] {
  if ('data' in value) return [value.data];
  if ('planes' in value) return value.planes;
  return Object.values(value.facts).filter((fact) => fact instanceof Float32Array);
}

/** The values, with copies of the buffers for which `isKept` is true. */
export function ownCopies(values: Values, isKept: (buffer: ArrayBuffer) => boolean): Values {
  const withOwnBuffer = (value: Value): Value =>
    'data' in value && isKept(value.data.buffer) ? ({ ...value, data: value.data.slice() } as Value) : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withOwnBuffer(value)]));
}
