import { type MessageKey, useMessages } from '@safelight/sitegen/runtime';

/**
 * Returns messages by computed keys, which the compiler cannot check: items of lists, entries of the navigation.
 * Only for messages without values.
 */
export const useComputedMessages = (): ((key: string) => string) => {
  const t: unknown = useMessages();
  return t as (key: MessageKey | string) => string;
};
