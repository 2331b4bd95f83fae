import { readStored, writeStored } from './stored-values.ts';

const STORED_KEY = 'safelight-automatic';

/** Whether tools start when a picture opens, as the visitor chose. */
export const startsByItself = (): boolean => readStored(STORED_KEY) !== false;

/** Stores whether tools start when a picture opens. */
export const storeStartsByItself = (starts: boolean): void => writeStored(STORED_KEY, starts);
