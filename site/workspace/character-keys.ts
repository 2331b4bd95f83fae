import { readStored, writeStored } from './stored-values.ts';

const STORED_KEY = 'safelight-character-keys';

/**
 * Whether keys that write a character are shortcuts in this browser. Who speaks to the computer, or has no steady hand,
 * can switch them off (WCAG 2.1.4).
 */
export const areCharacterKeysEnabled = (): boolean => readStored(STORED_KEY) !== false;

/** Remembers in this browser whether keys that write a character are shortcuts. */
export const rememberCharacterKeys = (enabled: boolean): void => writeStored(STORED_KEY, enabled);

/** Whether a key writes a character: a letter, a digit or a sign; not with Control or Command, unless as AltGr. */
export const isCharacterKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  [...key].length === 1 && key !== ' ' && (altKey || !(ctrlKey || metaKey));
