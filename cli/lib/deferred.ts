/** An object whose properties are read on first use, as those of another object. */
class Deferred<T extends object> {
  #read: (() => T) | null;
  #value: T | null = null;

  constructor(read: () => T) {
    this.#read = read;
  }

  get value(): T {
    if (this.#read) {
      this.#value = this.#read();
      this.#read = null;
    }
    return this.#value as T;
  }

  toJSON(): T {
    return this.value;
  }
}

/** Returns a function that creates objects with some properties, which are read on first use. */
export function deferredObjects<T extends object>(keys: readonly (keyof T)[]): (read: () => T) => T {
  class DeferredObject extends Deferred<T> {}
  for (const key of keys) {
    Object.defineProperty(DeferredObject.prototype, key, {
      get(this: DeferredObject) {
        return this.value[key];
      },
    });
  }
  return (read) => new DeferredObject(read) as unknown as T;
}

/** Returns the object itself, with properties of its own: a deferred one is read now. */
export const ownObject = <T extends object>(object: T): T =>
  object instanceof Deferred ? (object as Deferred<T>).value : object;
