export const UID_KEY = 'anonymous-id';
export const USER_INFO_KEY = 'user-info';

/** The part of `localStorage` that is needed; each call may throw. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

const UID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const read = (store: Store, key: string): string | null => {
  try {
    return store.getItem(key);
  } catch {
    return null;
  }
};

/** Where nothing can be stored, what was given holds for this page only. */
const write = (store: Store, key: string, value: string): void => {
  try {
    store.setItem(key, value);
  } catch {
    // Private browsing, or full.
  }
};

/** The visitor's anonymous id of 36 characters, made by `random` where there is none yet. */
export const uidOf = (store: Store, random: () => string): string => {
  const stored = read(store, UID_KEY);
  if (stored && UID.test(stored)) return stored;
  const newId = random();
  write(store, UID_KEY, newId);
  return newId;
};

/** The `user_info` of the stored user-info object as text; an empty object is stored where there is none. */
export const userInfoOf = (store: Store): string => {
  const stored = read(store, USER_INFO_KEY);
  if (stored === null) write(store, USER_INFO_KEY, JSON.stringify({ user_info: '' }));
  try {
    const { user_info: info = '' } = JSON.parse(stored ?? '{}');
    return typeof info === 'string' ? info : JSON.stringify(info);
  } catch {
    return '';
  }
};

/** A random UUID; pages without a secure origin have no `randomUUID`. */
export const randomUid = (source: Pick<Crypto, 'getRandomValues'>): string => {
  const bytes = source.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    const fixed = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, '0');
  });
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-');
};
