import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildMeta, LatestBuild } from '../../contract.ts';
import { statOf } from '../../lib/stat.ts';
import { decodePart } from '../../lib/url.ts';
import type { Policies } from '../../render/csp.ts';
import { pathRules } from '../rules.ts';
import { type HostRules, hostRules } from './host-files.ts';

/** What the server reads from a built site. Redirect and header rules take decoded paths with base. */
export type BuiltSite = HostRules & {
  readonly base: string;
  readonly id: string;
  /** Returns the HTTP status for a path without base that has no page: that of its failed validity check, or 404. */
  readonly missingStatus: (path: string) => number;
};

export type OutputReader = {
  /** Returns the current site, or null if the folder contains no build. */
  readonly read: () => BuiltSite | null;
};

/**
 * Creates a reader that caches the site in an output folder and reads it again after a build has replaced
 * `builds/latest.json`.
 */
export function createOutputReader(folder: string, policies: Policies | null): OutputReader {
  const latest = join(folder, 'builds/latest.json');
  let cached: { readonly stamp: string; readonly site: BuiltSite | null } = { stamp: '', site: null };
  return {
    read: () => {
      const stat = statOf(latest);
      if (!stat) return null;
      const stamp = `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
      // A site that could not be read may still be copied: its other files follow.
      if (stamp !== cached.stamp || cached.site === null) cached = { stamp, site: load(folder, policies) };
      return cached.site;
    },
  };
}

function load(folder: string, policies: Policies | null): BuiltSite | null {
  const text = (path: string) => readFileSync(join(folder, path), 'utf8');
  try {
    const { id } = JSON.parse(text('builds/latest.json')) as LatestBuild;
    const meta = JSON.parse(text(`builds/meta/${id}.json`)) as BuildMeta;
    const base = baseOf(meta);
    const site = { id, base, missingStatus: (path: string) => meta.refused?.[path]?.status ?? 404 };
    if (existsSync(join(folder, '_headers'))) {
      const redirects = existsSync(join(folder, '_redirects')) ? text('_redirects') : '';
      return { ...site, ...hostRules(redirects, text('_headers')) };
    }
    return { ...site, ...manifestRules(meta, base, policies) };
  } catch {
    return null;
  }
}

/** Returns the rules of the build manifest, for builds without `_headers` and `_redirects`. */
function manifestRules({ matcher }: BuildMeta, base: string, policies: Policies | null): HostRules {
  const all = [...Object.entries(matcher.static), ...matcher.wildcard];
  const decoded = all.map(([path, rule]) => [path.replace(/%(?:23|3F)/g, decodePart), rule] as const);
  const rules = pathRules({ base, rules: Object.fromEntries(decoded), csp: null, ...policies });
  const withoutBase = (path: string): string => path.slice(base.length) || '/';
  return { redirect: (path) => rules.redirect(withoutBase(path)), headers: (path) => rules.headers(withoutBase(path)) };
}

/** Returns the base path of a build: the part of a page's script URL before `/assets/`; `''` if there are no pages. */
function baseOf({ pages }: BuildMeta): string {
  const [first] = Object.values(pages);
  return first ? first.chunk.slice(0, Math.max(0, first.chunk.lastIndexOf('/assets/'))) : '';
}
