import { readStored, writeStored } from '../stored-values.ts';

const KEEPS = 'drafts.keep';
const ANY = 'drafts.any';

/** Whether work in progress may be stored on this device; the visitor can turn it off. */
export const keepsDrafts = (): boolean => readStored(KEEPS) !== false;

export const setKeepsDrafts = (keeps: boolean): void => writeStored(KEEPS, keeps);

/** Whether drafts may be stored here now: pages without any need not load the code that looks for them. */
export const mayHaveDrafts = (): boolean => readStored(ANY) === true;

export const setMayHaveDrafts = (any: boolean): void => writeStored(ANY, any);

const keyOfTab = (tool: string): string => `drafts.tab.${tool}`;

/** Id of the draft of a tool that this tab stored or was offered last; null if there was none. */
export const draftOfTab = (tool: string): unknown => readStored(keyOfTab(tool), 'sessionStorage');

export const setDraftOfTab = (tool: string, id: string): void => writeStored(keyOfTab(tool), id, 'sessionStorage');

const RESUMED = 'drafts.resumed';

/** Id of the draft that the next page of its tool in this tab continues with, without a question; null for none. */
export const resumedDraft = (): unknown => readStored(RESUMED, 'sessionStorage');

export const setResumedDraft = (id: string | null): void => writeStored(RESUMED, id, 'sessionStorage');
