/** Separates the key of a message from the name of an argument. */
const separator = '\t';

/** Returns the entry for an argument of a message that a page gives no value, in a list of missing messages. */
export const missingValue = (key: string, name: string): string => key + separator + name;

/** Returns the key of an entry of a list of missing messages, and the name of the argument whose value is missing. */
export function partsOfMissing(entry: string): readonly [key: string, argument?: string | undefined] {
  const [key = '', argument] = entry.split(separator);
  return [key, argument];
}
