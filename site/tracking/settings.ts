import type { SiteInfo } from '@safelight/sitegen/types';

export type TrackingSettings = {
  /** Whole address that takes the records. */
  readonly endpoint: string;
  readonly topic: string;
  readonly source: string;
};

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The settings below `custom.tracking`, or null where no endpoint is configured or it is no address of a server. */
export const trackingSettings = (custom: SiteInfo['custom']): TrackingSettings | null => {
  const { tracking } = custom;
  if (typeof tracking !== 'object' || tracking === null || Array.isArray(tracking)) return null;
  const { endpoint, topic, source } = tracking as { readonly [name: string]: unknown };
  const address = text(endpoint);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return null;
  return { endpoint: address, topic: text(topic) || 'site', source: text(source) || 'web' };
};

/** What browsers say of a visitor's wish; all of it may be missing. */
export type Wishes = { readonly globalPrivacyControl?: unknown; readonly doNotTrack?: unknown };

/** Whether the visitor did not object, by Global Privacy Control or Do Not Track. */
export const mayTrack = ({ globalPrivacyControl, doNotTrack }: Wishes): boolean =>
  globalPrivacyControl !== true && globalPrivacyControl !== '1' && doNotTrack !== '1' && doNotTrack !== 'yes';
