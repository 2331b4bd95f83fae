import { readStored, writeStored } from './stored-values.ts';

const STORED_KEY = 'safelight-character-keys';

/**
 * Whether keys that write a character are shortcuts in this browser. Who speaks to the computer, or has no steady hand,
 * can switch them off (WCAG 2.1.4).
 */
export const areCharacterKeysEnabled = (): boolean => readStored(STORED_KEY) !== false;

/** Remembers in this browser whether keys that write a character are shortcuts. */
export const rememberCharacterKeys = (enabled: boolean): void => writeStored(STORED_KEY, enabled);
