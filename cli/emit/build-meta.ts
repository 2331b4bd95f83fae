import type { BuildMeta, LatestBuild, PageAssets } from '../contract.ts';
import { matcherOf, type Rules } from '../lib/path-rules.ts';
import type { OutputFile } from '../routes/types.ts';

/** A page with a payload. */
export type PrerenderedPage = {
  /** With locale prefix, without base. */
  readonly path: string;
  /** Key of `pages`. */
  readonly page: string;
  /** Hash of the payload, hexadecimal; the first 8 digits are kept. */
  readonly hash: string;
};

export type BuildMetaInput = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly rules: Rules;
  readonly pages: Readonly<Record<string, PageAssets>>;
  /** In any order; each path once. */
  readonly prerendered: readonly PrerenderedPage[];
  /** Pages left out because their validity check failed, by path. */
  readonly refused?: NonNullable<BuildMeta['refused']>;
};

export const latestBuildPath = '/builds/latest.json';

/** Sorted throughout, so that the order in which pages were rendered leaves no trace. */
export function buildMeta(input: BuildMetaInput): BuildMeta {
  const pages = input.prerendered.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const pageKeys = [...new Set(pages.map((one) => one.page))].sort();
  const place = new Map(pageKeys.map((key, i) => [key, i]));
  return {
    id: input.id,
    timestamp: input.timestamp,
    matcher: matcherOf(input.rules),
    pages: Object.fromEntries(Object.entries(input.pages).sort(([a], [b]) => (a < b ? -1 : 1))),
    prerendered: pages.map((one) => one.path),
    pageKeys,
    pageOf: pages.map((one) => place.get(one.page) as number),
    hashes: pages.map(shortHash).join(''),
    ...(Object.keys(input.refused ?? {}).length > 0 ? { refused: input.refused } : {}),
  };
}

function shortHash({ hash, path }: PrerenderedPage): string {
  if (hash.length < 8) throw new RangeError(`The payload hash of ${path} has fewer than 8 digits: "${hash}"`);
  return hash.slice(0, 8);
}

/** `builds/meta/{id}.json` and `builds/latest.json`, in the order to write them: the second names the first. */
export function buildFiles(meta: BuildMeta): readonly OutputFile[] {
  const latest: LatestBuild = { id: meta.id, timestamp: meta.timestamp };
  return [
    { path: `builds/meta/${meta.id}.json`, content: JSON.stringify(meta) },
    { path: latestBuildPath.slice(1), content: JSON.stringify(latest) },
  ];
}
