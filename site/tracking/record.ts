import type { TrackedEvent } from './events.ts';

/** What may be sent about an event: sizes, times and words of closed lists. No field can hold a file name. */
export type EventParams = {
  readonly tool?: string;
  /** Pixels, bytes, milliseconds, seconds of video. */
  readonly width?: number;
  readonly height?: number;
  readonly bytes?: number;
  readonly ms?: number;
  readonly seconds?: number;
  readonly backend?: 'webgpu' | 'wasm';
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'image/jxl' | 'video/mp4' | 'video/webm';
  readonly outcome?: 'done' | 'failed' | 'cancelled';
};

const NUMBERS = ['width', 'height', 'bytes', 'ms', 'seconds'] as const;
const WORDS: { readonly [name in 'backend' | 'type' | 'outcome']: readonly string[] } = {
  backend: ['webgpu', 'wasm'],
  type: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/jxl', 'video/mp4', 'video/webm'],
  outcome: ['done', 'failed', 'cancelled'],
};

/** Returns only the fields that may be sent, whatever was given. */
export const safeParams = (params: EventParams): EventParams => {
  const fields: { readonly [name: string]: unknown } = params;
  const numbers = NUMBERS.filter((name) => Number.isFinite(fields[name]));
  const words = Object.entries(WORDS).filter(([name, allowed]) => allowed.includes(String(fields[name])));
  const tool = /^[A-Za-z]{1,40}$/.test(String(fields.tool ?? '')) ? ['tool'] : [];
  const names: readonly string[] = [...tool, ...numbers, ...words.map(([name]) => name)];
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
};

export type EventRecord = {
  readonly uid: string;
  readonly user_info: string;
  readonly event_type: number;
  /** Unix time in seconds. */
  readonly event_time: number;
  readonly event_desc: string;
  readonly platform: string;
  readonly browser_type: string;
  /** Origin and path of the page, without query and fragment. */
  readonly location: string;
  readonly params?: EventParams;
};

/** First match names the system; order matters, as Android says Linux too. */
const PLATFORMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** First match names the browser; those that also call themselves Chrome or Safari come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const firstOf = (names: readonly (readonly [RegExp, string])[], userAgent: string): string =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';

/** The name of the system, without its version. */
export const platformOf = (userAgent: string): string => firstOf(PLATFORMS, userAgent);

/** The name of the browser, without its version. */
export const browserOf = (userAgent: string): string => firstOf(BROWSERS, userAgent);

export type Surroundings = {
  readonly uid: string;
  readonly userInfo: string;
  readonly userAgent: string;
  readonly location: { readonly origin: string; readonly pathname: string };
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** The record of an event. */
export const recordOf = (event: TrackedEvent, around: Surroundings, params?: EventParams): EventRecord => {
  const safeValues = params ? safeParams(params) : {};
  return {
    uid: around.uid,
    user_info: around.userInfo,
    event_type: event.type,
    event_time: Math.floor(around.now / 1000),
    event_desc: event.description,
    platform: platformOf(around.userAgent),
    browser_type: browserOf(around.userAgent),
    location: around.location.origin + around.location.pathname,
    ...(Object.keys(safeValues).length > 0 ? { params: safeValues } : {}),
  };
};
