import type { BundleManifest } from '../bundle/manifest.ts';
import { hashOf } from '../lib/hash.ts';
import { videoEncoder } from '../pictures/video-encoder.ts';
import type { SitePlan } from '../routes/site-plan.ts';

type StructureInput = {
  readonly plan: Pick<SitePlan, 'config' | 'facts'>;
  readonly bundle: BundleManifest;
  /** Data that all pages share. */
  readonly shared: unknown;
  /** Fingerprint of the generator itself. */
  readonly version: string;
};

/** The part of a site that all pages may depend on, and the texts of which a page depends on those that it shows. */
export type Structure = {
  /** Hash of everything but titles, descriptions and bodies of texts. */
  readonly key: string;
  /** File of a text -> hash of its content. */
  readonly texts: ReadonlyMap<string, string>;
};

/**
 * Separates what can change any page from the texts. While the key is the same, a page differs only if a text that it
 * shows differs.
 */
export function structureOf({ plan, bundle, shared, version }: StructureInput): Structure {
  const { positions, files, texts } = plan.facts();
  const { site, ...config } = plan.config;
  // The place of the output changes no page.
  const settings = { ...config, site: { ...site, output: { ...site.output, dir: '' } } };
  // Which animations are videos depends on the machine.
  const encoder = site.pictures?.animations === 'video' ? videoEncoder() : null;
  const lines = [
    version,
    JSON.stringify([shared, settings, encoder?.version, encoder?.formats]),
    JSON.stringify({ ...bundle, warnings: [] }, withoutServerPaths),
    positions,
    files,
  ];
  return { key: hashOf(lines.join('\n')), texts };
}

/** Leaves out the paths of server modules: their code is hashed, and the paths depend on the folder of the site. */
const withoutServerPaths = (name: string, value: unknown): unknown => (name === 'server' ? undefined : value);
