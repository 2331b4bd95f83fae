/** Keys of the items of a list of messages: `how.0`, `how.1` … */
export const messageKeys = (list: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${list}.${index}`);
