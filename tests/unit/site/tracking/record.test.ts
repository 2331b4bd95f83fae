import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../../../site/tools/registry.ts';
import { bodyOf, bytesOf, fitting, logOf } from '../../../../site/tracking/body.ts';
import { eventOf, STEPS } from '../../../../site/tracking/events.ts';
import { randomUid, UID_KEY, USER_INFO_KEY, uidOf, userInfoOf } from '../../../../site/tracking/identity.ts';
import { browserOf, type EventParams, platformOf, recordOf } from '../../../../site/tracking/record.ts';
import { mayTrack, trackingSettings } from '../../../../site/tracking/settings.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

function storage(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

describe('event codes (website.md, section 7)', () => {
  test.each([
    ['photoRestoration', [100000, 100001, 100002, 100003]],
    ['aiObjectRemover', [110000, 110001, 110002, 110003]],
    ['photoToSketch', [120000, 120001, 120002, 120003]],
    ['removeWatermarkFromVideo', [130000, 130001, 130002, 130003]],
  ] as const)('%s', (name, codes) => {
    const tool = TOOLS.find((one) => one.name === name)!;
    expect(STEPS.map((step) => eventOf(tool, step).type)).toEqual(codes);
    const selects = name === 'removeWatermarkFromVideo' ? 'select video' : 'select image';
    expect(STEPS.map((step) => eventOf(tool, step).description)).toEqual([
      'enter app',
      selects,
      'generate result',
      'download result',
    ]);
  });
});

describe('an event record', () => {
  const around = {
    uid: '0b0d3a52-6a3c-4f43-9c7b-7a0a4f3f7d11',
    userInfo: '',
    userAgent: chrome,
    location: { origin: 'https://x.example', pathname: '/de/photo-restoration' },
    now: 1_790_000_000_999,
  };
  test('has the fields of the specification, and no part of the query string', () => {
    const record = recordOf({ type: 100001, description: 'select image' }, around, { width: 640, height: 480 });
    expect(record).toEqual({
      uid: around.uid,
      user_info: '',
      event_type: 100001,
      event_time: 1_790_000_000,
      event_desc: 'select image',
      platform: 'Linux',
      browser_type: 'Chrome',
      location: 'https://x.example/de/photo-restoration',
      params: { width: 640, height: 480 },
    });
    expect(recordOf({ type: 1, description: '' }, around)).not.toHaveProperty('params');
  });
  test('never contains file names or data', () => {
    const careless = {
      name: 'aunt-mary.jpg',
      type: 'aunt-mary.jpg',
      tool: 'aunt mary.jpg',
      width: 'aunt',
      data: new Uint8Array(4),
      bytes: 12,
      outcome: 'done',
    } as unknown as EventParams;
    const record = recordOf({ type: 1, description: '' }, around, careless);
    expect(record.params).toEqual({ bytes: 12, outcome: 'done' });
  });
  test('reports system and browser', () => {
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1';
    const edge = `${chrome} Edg/140.0.0.0`.replace('X11; Linux x86_64', 'Windows NT 10.0');
    expect([platformOf(iphone), browserOf(iphone)]).toEqual(['iOS', 'Safari']);
    expect([platformOf(edge), browserOf(edge)]).toEqual(['Windows', 'Edge']);
    expect([platformOf(''), browserOf('curl/8')]).toEqual(['other', 'other']);
  });
});

describe('the anonymous id', () => {
  test('has 36 characters and does not change', () => {
    const store = storage();
    const uid = uidOf(store, () => randomUid(crypto));
    expect(uid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(uid).toHaveLength(36);
    expect(store.values.get(UID_KEY)).toBe(uid);
    expect(uidOf(store, () => 'another')).toBe(uid);
  });
  test('is created again if it is damaged, and per page if nothing can be stored', () => {
    expect(uidOf(storage({ [UID_KEY]: 'x' }), () => 'made')).toBe('made');
    const forbidden = {
      getItem: (): string | null => {
        throw new Error('forbidden');
      },
      setItem: () => {
        throw new Error('forbidden');
      },
    };
    expect(uidOf(forbidden, () => 'made')).toBe('made');
    expect(userInfoOf(forbidden)).toBe('');
  });
  test('does not affect a stored object with the field user_info', () => {
    const store = storage();
    expect(userInfoOf(store)).toBe('');
    expect(JSON.parse(store.values.get(USER_INFO_KEY) ?? '')).toEqual({ user_info: '' });
    expect(userInfoOf(storage({ [USER_INFO_KEY]: '{"user_info":{"plan":"free"}}' }))).toBe('{"plan":"free"}');
    expect(userInfoOf(storage({ [USER_INFO_KEY]: '{' }))).toBe('');
  });
});

describe('settings', () => {
  test('are off without an endpoint', () => {
    expect(trackingSettings({})).toBeNull();
    expect(trackingSettings({ tracking: { endpoint: '', topic: 'site', source: 'web' } })).toBeNull();
    expect(trackingSettings({ tracking: { endpoint: 'javascript:alert(1)' } })).toBeNull();
    expect(trackingSettings({ tracking: { endpoint: ' https://x.example/track ' } })).toEqual({
      endpoint: 'https://x.example/track',
      topic: 'site',
      source: 'web',
    });
  });
  test('respect the visitor’s choice', () => {
    expect(mayTrack({})).toBe(true);
    expect(mayTrack({ doNotTrack: 'unspecified', globalPrivacyControl: false })).toBe(true);
    expect(mayTrack({ doNotTrack: '1' })).toBe(false);
    expect(mayTrack({ globalPrivacyControl: true })).toBe(false);
  });
});

describe('the request body', () => {
  const frame = { topic: 'site', source: 'web', tags: { language: 'de-DE' } };
  test('contains flat logs with string values', () => {
    const log = logOf({
      ...recordOf(
        { type: 1, description: 'd' },
        {
          uid: 'u',
          userInfo: '',
          userAgent: '',
          location: { origin: 'o', pathname: '/' },
          now: 5000,
        },
        { width: 2 },
      ),
    });
    expect(log).toMatchObject({ event_type: '1', event_time: '5', params: '{"width":2}' });
    expect(JSON.parse(bodyOf([log], frame))).toEqual({
      __topic__: 'site',
      __source__: 'web',
      __tags__: { language: 'de-DE' },
      __logs__: [log],
    });
  });
  test('is split at the maximum size', () => {
    const logs = Array.from({ length: 50 }, (_, index) => ({ text: '照'.repeat(20), index: String(index) }));
    const count = fitting(logs, frame, 1000);
    expect(bytesOf(bodyOf(logs.slice(0, count), frame))).toBeLessThanOrEqual(1000);
    expect(bytesOf(bodyOf(logs.slice(0, count + 1), frame))).toBeGreaterThan(1000);
    expect(fitting([{ text: 'x'.repeat(5000) }], frame, 1000)).toBe(1);
  });
});
