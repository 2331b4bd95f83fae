import type { ToolMeta } from '../tools/meta.ts';
import { type Log, logOf } from './body.ts';
import { eventOf, type Step } from './events.ts';
import { randomUid, type Store, uidOf, userInfoOf } from './identity.ts';
import { createQueue } from './queue.ts';
import { type EventParams, recordOf } from './record.ts';
import type { TrackingSettings } from './settings.ts';
import { createTransport } from './transport.ts';

/** What the browser refused as the page went, until the next page. */
const LEFT_KEY = 'tracking-left';

const readLeft = (store: Store): readonly Log[] => {
  try {
    const left: unknown = JSON.parse(store.getItem(LEFT_KEY) ?? '[]');
    store.setItem(LEFT_KEY, '[]');
    return Array.isArray(left) ? left : [];
  } catch {
    return [];
  }
};

const keepLeft = (store: Store, left: readonly Log[]): void => {
  try {
    if (left.length > 0) store.setItem(LEFT_KEY, JSON.stringify(left));
  } catch {
    console.warn(`Tracking: ${left.length} events could not be kept.`);
  }
};

/** What events say of a tool. */
export type TrackedTool = Pick<ToolMeta, 'name' | 'group' | 'kind'>;

export type Tracker = (tool: TrackedTool, step: Step, params?: EventParams) => void;

/** A store that may be forbidden altogether. */
const storeOf = (window: Window): Store => {
  try {
    return window.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
};

/** Begins to track in this page: once, for all tools that are visited. */
export const startTracking = (settings: TrackingSettings, page: Window & typeof globalThis): Tracker => {
  const { document, navigator, location } = page;
  const store = storeOf(page);
  const { endpoint, topic, source } = settings;
  const queue = createQueue({
    transport: createTransport({
      endpoint,
      fetch: page.fetch.bind(page),
      sendBeacon: navigator.sendBeacon?.bind(navigator) ?? null,
    }),
    frame: () => ({ topic, source, tags: { language: document.documentElement.lang } }),
    later: (work, ms) => page.setTimeout(work, ms),
    warn: (message) => console.warn(message),
  });
  for (const log of readLeft(store)) queue.add(log);
  const leave = () => keepLeft(store, queue.leave());
  page.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  const uid = uidOf(store, () => randomUid(page.crypto));
  return (tool, step, params = {}) => {
    const around = { uid, userInfo: userInfoOf(store), userAgent: navigator.userAgent, location, now: Date.now() };
    queue.add(logOf(recordOf(eventOf(tool, step), around, { ...params, tool: tool.name })));
  };
};
