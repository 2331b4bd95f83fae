import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_BODY_BYTES } from '../../../../site/tracking/body.ts';
import { createQueue, type QueueParts } from '../../../../site/tracking/queue.ts';
import { createTransport, type Transport } from '../../../../site/tracking/transport.ts';
import { type Collector, openCollector } from './collector.ts';

const log = (text: string) => ({ text });

describe('a queue at a collector', () => {
  let collector: Collector;
  let warnings: string[];
  let queueWith: (parts?: Partial<QueueParts>) => ReturnType<typeof createQueue>;
  const sent = () => collector.received.flatMap(({ body }) => body.__logs__.map(({ text }) => text));

  beforeEach(async () => {
    collector = await openCollector();
    warnings = [];
    const transport = createTransport({ endpoint: collector.endpoint, fetch, sendBeacon: null });
    queueWith = (parts = {}) =>
      createQueue({
        transport,
        frame: () => ({ topic: 'site', source: 'web', tags: { language: 'en' } }),
        later: (work, ms) => void setTimeout(work, ms),
        warn: (message) => warnings.push(message),
        ...parts,
      });
  });
  afterEach(() => collector.close());

  test('sends after every single event, with version and size', async () => {
    const queue = queueWith();
    queue.add(log('照片'));
    await vi.waitFor(() => expect(sent()).toEqual(['照片']));
    const { url, headers, text, body } = collector.received[0]!;
    expect(url).toBe('/logstores/web/track?APIVersion=0.6.0');
    expect(headers['x-log-apiversion']).toBe('0.6.0');
    expect(headers['x-log-bodyrawsize']).toBe(String(Buffer.byteLength(text)));
    expect(headers.cookie).toBeUndefined();
    expect(body).toEqual({
      __topic__: 'site',
      __source__: 'web',
      __tags__: { language: 'en' },
      __logs__: [log('照片')],
    });
  });

  test('has at most ten requests under way, and sends waiting events together', async () => {
    collector.hold();
    const queue = queueWith();
    for (let index = 0; index < 25; index++) queue.add(log(String(index)));
    await vi.waitFor(() => expect(collector.received).toHaveLength(10));
    expect(sent()).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
    collector.release();
    await vi.waitFor(() => expect(sent()).toHaveLength(25));
    expect(collector.received).toHaveLength(11);
    expect(collector.maxAtOnce()).toBe(10);
    expect(sent()).toEqual(Array.from({ length: 25 }, (_, index) => String(index)));
  });

  test('collects events for 0.05 seconds if configured', async () => {
    const waits: number[] = [];
    const queue = queueWith({
      batch: { count: 10, ms: 50 },
      later: (work, ms) => {
        waits.push(ms);
        setTimeout(work, ms);
      },
    });
    for (const text of ['a', 'b', 'c']) queue.add(log(text));
    await vi.waitFor(() => expect(sent()).toEqual(['a', 'b', 'c']));
    expect(collector.received).toHaveLength(1);
    expect(waits).toEqual([50]);
  });

  test('retries once if that may help, then reports on the console only', async () => {
    collector.answer(503);
    const queue = queueWith();
    queue.add(log('a'));
    await vi.waitFor(() => expect(sent()).toEqual(['a', 'a']));
    expect(warnings).toEqual([]);
    collector.answer(500, 500);
    queue.add(log('b'));
    await vi.waitFor(() => expect(warnings).toHaveLength(1));
    collector.answer(403);
    queue.add(log('c'));
    await vi.waitFor(() => expect(warnings).toHaveLength(2));
    expect(sent()).toEqual(['a', 'a', 'b', 'b', 'c']);
  });

  test('tolerates a collector that does not respond', async () => {
    collector.close();
    queueWith().add(log('a'));
    await vi.waitFor(() => expect(warnings).toEqual(['Tracking: 1 events could not be sent.']));
  });
});

describe('a page that is closed', () => {
  const never: Transport['post'] = () => new Promise(() => {});
  const queueTo = (transport: Transport) =>
    createQueue({
      transport,
      frame: () => ({ topic: 't', source: 's', tags: {} }),
      later: () => {},
      warn: () => {},
    });

  test('sends all waiting events in beacons of a size that the browser accepts', () => {
    const bodies: string[] = [];
    const queue = queueTo({
      post: never,
      beacon: (body) => {
        bodies.push(body);
        return true;
      },
    });
    for (let index = 0; index < 110; index++) queue.add(log(`${index}`.padEnd(2000, '.')));
    expect(queue.leave()).toEqual([]);
    expect(bodies.length).toBeGreaterThan(3);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BODY_BYTES);
    const indexes = bodies.flatMap((body) =>
      JSON.parse(body).__logs__.map((one: { text: string }) => Number.parseInt(one.text, 10)),
    );
    expect(indexes).toEqual(Array.from({ length: 100 }, (_, index) => index + 10));
    expect(queue.leave()).toEqual([]);
  });

  test('keeps what the browser refused', () => {
    const queue = queueTo({ post: never, beacon: () => false });
    for (let index = 0; index < 12; index++) queue.add(log(String(index)));
    expect(queue.leave()).toEqual([log('10'), log('11')]);
  });
});
