import { statSync } from 'node:fs';
import type { BundleManifest } from '../bundle/manifest.ts';
import type { Messages } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import type { PlannedRoute } from '../routes/types.ts';
import type { PageRecord, WrittenFile } from './page-record.ts';
import { type BuildRecord, pageWith } from './record.ts';
import type { Structure } from './structure.ts';

/** Pages to render, and those whose files of the last build are reused. */
export type PagePlan = { readonly render: readonly PlannedRoute[]; readonly reuse: readonly PageRecord[] };

export type RenderPlan<Job> = {
  /** New pages, and those that may show something else than before. */
  readonly changed: PagePlan;
  /** Looks at the files of the other pages. Of a large site that takes a while: changed pages can be rendered meanwhile. */
  readonly unchanged: () => PagePlan;
  /** Creates what a page is rendered from. */
  readonly inputOf: (route: PlannedRoute) => PageInput<Job>;
};

/** What a page is rendered from. `shows`: the files of the entries that it shows. */
export type PageInput<Job> = {
  readonly job: Job;
  readonly fingerprint: string;
  readonly shows: readonly string[];
};

export type PlanInput<Job> = {
  readonly routes: readonly PlannedRoute[];
  /** Everything that one page is rendered from, as data; its JSON is part of the page's fingerprint. */
  readonly jobOf: (route: PlannedRoute) => Job;
  /** Files of the entries that jobs show are added to it. */
  readonly shown: Set<string>;
  readonly structure: Structure;
  /** Data that all pages share, without messages and code. */
  readonly shared: unknown;
  /** Locale -> its messages. */
  readonly messages: Readonly<Record<string, Messages>>;
  /** True if the links and images of the page's Markdown still resolve as recorded. */
  readonly linksHold: (record: PageRecord, job: Job) => boolean;
  readonly bundle: BundleManifest;
  /** Fingerprint of the generator itself. */
  readonly version: string;
  readonly last: BuildRecord | null;
  /** True if a file of the last output is unchanged. */
  readonly isIntact: (file: WrittenFile) => boolean;
};

/**
 * Decides for each page whether the files of the last build can be reused. In doubt, the page is rendered. The job of a
 * page that was not there before is not created here: those of a large site would keep the render threads waiting.
 */
export function planRender<Job>(input: PlanInput<Job>): RenderPlan<Job> {
  const inputOf = pageInputs(input);
  const differs = textCheck(input);
  const changed = { render: [] as PlannedRoute[], reuse: [] as PageRecord[] };
  const others: (readonly [PlannedRoute, PageRecord])[] = [];
  for (const route of input.routes) {
    const last = input.last?.pages.get(route.path);
    if (!last) {
      changed.render.push(route);
    } else if (!differs(last)) {
      others.push([route, last]);
    } else {
      const { job, fingerprint, shows } = inputOf(route);
      const isSame = last.input === fingerprint && isCurrent(last, route.locale, input) && input.linksHold(last, job);
      if (isSame) changed.reuse.push(pageWith(last, { shows }));
      else changed.render.push(route);
    }
  }
  return {
    changed,
    unchanged: () => {
      const render: PlannedRoute[] = [];
      const reuse: PageRecord[] = [];
      for (const [route, last] of others) {
        if (last.files.every(input.isIntact)) reuse.push(last);
        else render.push(route);
      }
      return { render, reuse };
    },
    inputOf,
  };
}

function pageInputs<Job>(input: PlanInput<Job>): RenderPlan<Job>['inputOf'] {
  const shared = sharedFingerprint(input);
  const namedFingerprint = namedMessages(input);
  return (route) => {
    const { page, locale } = route;
    input.shown.clear();
    const job = input.jobOf(route);
    const fingerprint = hashOf(
      `${shared}${namedFingerprint(page, locale)}${codeOf(input.bundle, page)}${JSON.stringify(job)}`,
    );
    return { job, fingerprint, shows: [...input.shown] };
  };
}

/**
 * Returns a function that is false for a page that shows only texts of the last build, in an unchanged structure: then
 * its job need not be created to know that it is the same.
 */
function textCheck({ last, structure }: Pick<PlanInput<never>, 'last' | 'structure'>): (page: PageRecord) => boolean {
  const before = last?.structure;
  if (before?.key !== structure.key) return () => true;
  const changed = new Set(
    [...structure.texts].flatMap(([file, hash]) => (before.texts.get(file) === hash ? [] : [file])),
  );
  return ({ shows }) => shows.some((file) => changed.has(file));
}

function sharedFingerprint({
  shared,
  bundle,
  version,
}: Pick<PlanInput<never>, 'shared' | 'bundle' | 'version'>): string {
  return hashOf(JSON.stringify([version, shared, bundle.entry, bundle.code, bundle.islands]));
}

const codeOf = (bundle: BundleManifest, page: string): string => {
  const { assets, code, lazy } = bundle.pages[page] ?? {};
  return JSON.stringify([assets, code, lazy]);
};

/** Returns a function that gives the fingerprint of the messages that a page's code names in a locale. */
function namedMessages({
  bundle,
  messages,
}: Pick<PlanInput<never>, 'bundle' | 'messages'>): (page: string, locale: string) => string {
  const fingerprints = new Map<string, string>();
  return (page, locale) => {
    const id = `${page}\n${locale}`;
    const cached = fingerprints.get(id);
    if (cached !== undefined) return cached;
    const fingerprint = messagesFingerprint(bundle.pages[page]?.literals ?? [], messages[locale] ?? {});
    fingerprints.set(id, fingerprint);
    return fingerprint;
  };
}

/** Returns the fingerprint of the texts of messages, including missing ones. */
export function messagesFingerprint(keys: readonly string[], messages: Messages): string {
  return hashOf(JSON.stringify(keys.map((key) => messages[key] ?? 0)));
}

function isCurrent(
  record: PageRecord,
  locale: string,
  { messages, isIntact }: Pick<PlanInput<never>, 'messages' | 'isIntact'>,
): boolean {
  if (record.messages !== messagesFingerprint(record.keys, messages[locale] ?? {})) return false;
  return record.files.every(isIntact);
}

/** Returns a function that checks by size and modification time whether a file of the output is unchanged. */
export function intactChecker(out: string): (file: WrittenFile) => boolean {
  return ([path, bytes, , mtimeMs]) => {
    const stat = statSync(`${out}/${path}`, { throwIfNoEntry: false });
    return stat !== undefined && stat.size === bytes && stat.mtimeMs === mtimeMs;
  };
}
