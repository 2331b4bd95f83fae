import type { EventRecord } from './record.ts';

/** A log as the service takes it: flat, all values text. */
export type Log = { readonly [field: string]: string };

export type Frame = {
  readonly topic: string;
  readonly source: string;
  readonly tags: { readonly [name: string]: string };
};

/** Browsers allow 64 KiB in flight when a page unloads; this leaves room for headers. */
export const MAX_BODY_BYTES = 60_000;

export const logOf = (record: EventRecord): Log =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : `${value}`,
    ]),
  );

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The body of one request, in the shape of web tracking of Aliyun's log service. */
export const bodyOf = (logs: readonly Log[], { topic, source, tags }: Frame): string =>
  JSON.stringify({ __topic__: topic, __source__: source, __tags__: tags, __logs__: logs });

/** Number of logs, from the first, that fit into one body; at least one. */
export const fitting = (logs: readonly Log[], frame: Frame, maxBytes = MAX_BODY_BYTES): number => {
  let bytes = bytesOf(bodyOf([], frame));
  for (const [index, log] of logs.entries()) {
    bytes += bytesOf(JSON.stringify(log)) + 1;
    if (bytes > maxBytes && index > 0) return index;
  }
  return logs.length;
};
