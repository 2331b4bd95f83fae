import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleManifest } from '../bundle/manifest.ts';
import type { Messages } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { readsHold } from '../render/body.ts';
import type { PageJob, RenderScope, WrittenFile } from '../render/job.ts';
import type { PlannedRoute } from '../routes/types.ts';
import type { BuildRecord, PageRecord } from './record.ts';

export type RenderPlan = {
  readonly render: readonly PlannedRoute[];
  readonly reuse: readonly PageRecord[];
  /** Fingerprint of each page's input, by path. */
  readonly inputs: ReadonlyMap<string, string>;
};

export type PlanInput = {
  readonly routes: readonly PlannedRoute[];
  readonly jobOf: (route: PlannedRoute) => PageJob;
  readonly scope: RenderScope;
  readonly bundle: BundleManifest;
  /** Fingerprint of the generator itself. */
  readonly version: string;
  readonly last: BuildRecord | null;
  /** Whether a file of the last output is still there, byte for byte. */
  readonly intact: (file: WrittenFile) => boolean;
};

/** Decides for each page whether the last build's files still hold. When in doubt, it is rendered. */
export function planRender(input: PlanInput): RenderPlan {
  const shared = sharedFingerprint(input);
  const named = namedMessages(input);
  const inputs = new Map<string, string>();
  const render: PlannedRoute[] = [];
  const reuse: PageRecord[] = [];
  for (const route of input.routes) {
    const job = input.jobOf(route);
    const { path, page, locale } = route;
    const fingerprint = hashOf(`${shared}${named(page, locale)}${codeOf(input.bundle, page)}${JSON.stringify(job)}`);
    inputs.set(path, fingerprint);
    const known = input.last?.pages.get(path);
    if (known && known.input === fingerprint && holds(known, job, input)) reuse.push(known);
    else render.push(route);
  }
  return { render, reuse, inputs };
}

function sharedFingerprint({ scope, bundle, version }: PlanInput): string {
  const { site, organization, bootScript, extraHead, icons } = scope;
  return hashOf(
    JSON.stringify([version, site, organization, bootScript, extraHead, icons, bundle.entry, bundle.server]),
  );
}

const codeOf = (bundle: BundleManifest, page: string): string => {
  const { assets, server } = bundle.pages[page] ?? {};
  return JSON.stringify([assets, server]);
};

/** Fingerprint of the messages that a page's code names, per page and locale. */
function namedMessages({ bundle, scope }: PlanInput): (page: string, locale: string) => string {
  const known = new Map<string, string>();
  return (page, locale) => {
    const id = `${page}\n${locale}`;
    const found = known.get(id);
    if (found !== undefined) return found;
    const fresh = messagesFingerprint(bundle.pages[page]?.literals ?? [], scope.messages[locale] ?? {});
    known.set(id, fresh);
    return fresh;
  };
}

/** Fingerprint of some messages' texts, missing ones included. */
export function messagesFingerprint(keys: readonly string[], messages: Messages): string {
  return hashOf(JSON.stringify(keys.map((key) => messages[key] ?? 0)));
}

function holds(known: PageRecord, job: PageJob, { scope, intact }: PlanInput): boolean {
  const { locale } = job.route;
  if (known.messages !== messagesFingerprint(known.keys, scope.messages[locale] ?? {})) return false;
  if (job.body) {
    const links = { ...scope, base: scope.site.base, defaultLocale: scope.site.defaultLocale };
    if (!readsHold(known.links, { file: job.body.file, locale }, links)) return false;
  }
  return known.files.every(intact);
}

/** Looks whether a file of the output is as it was written, by size and time of change. */
export function intactIn(out: string): (file: WrittenFile) => boolean {
  return ([path, bytes, , mtimeMs]) => {
    const stat = statSync(join(out, path), { throwIfNoEntry: false });
    return stat !== undefined && stat.size === bytes && stat.mtimeMs === mtimeMs;
  };
}
