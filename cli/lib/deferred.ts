import { lazy } from './lazy.ts';

/**
 * Returns an object whose properties are read on first use, except the `known` ones, which must be those of the object that
 * `read` returns. To its readers it is that object, in copies and in loops over its properties too. It cannot be posted to
 * another thread.
 */
export function deferred<T extends object>(known: Partial<T>, read: () => T): T {
  const whole = lazy(read);
  return new Proxy({} as T, {
    get: (_, key) => (Object.hasOwn(known, key) ? known : whole())[key as keyof T],
    has: (_, key) => key in whole(),
    ownKeys: () => Reflect.ownKeys(whole()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(whole(), key),
  });
}
