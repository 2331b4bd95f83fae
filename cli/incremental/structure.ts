import type { BundleManifest } from '../bundle/manifest.ts';
import type { IndexedEntry } from '../content/collect.ts';
import { collectionsOfTerms } from '../content/terms.ts';
import { hashOf } from '../lib/hash.ts';
import { videoEncoder } from '../pictures/video-encoder.ts';
import type { SitePlan } from '../routes/site-plan.ts';

type StructureInput = {
  readonly plan: Pick<SitePlan, 'tree' | 'config' | 'content'>;
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
  const texts = new Map<string, string>();
  const { site, ...config } = plan.config;
  // The place of the output changes no page.
  const settings = { ...config, site: { ...site, output: { ...site.output, dir: '' } } };
  // Which animations are videos depends on the machine.
  const encoder = site.pictures?.animations === 'video' ? videoEncoder() : null;
  const lines: string[] = [
    version,
    JSON.stringify([shared, settings, encoder?.version, encoder?.formats]),
    JSON.stringify(bundle, withoutServerPaths),
  ];
  const titledTerms = collectionsOfTerms(plan.config);
  for (const { name, config, locales, hidden } of plan.content.values()) {
    const isByTitle = config.tree || /title|description/.test(config.sort) || titledTerms.has(name);
    const add = (entry: IndexedEntry): void => {
      if (entry.file.endsWith('.md')) texts.set(entry.file, entry.hash);
      lines.push(JSON.stringify(isByTitle || !entry.file.endsWith('.md') ? entry : positionOf(entry)));
    };
    lines.push(name);
    for (const [code, { entries }] of locales) {
      lines.push(code);
      entries.forEach(add);
    }
    lines.push('hidden');
    for (const { entry } of hidden) add(entry);
  }
  for (const file of plan.tree.files.values())
    lines.push(texts.has(file.path) ? file.path : `${file.path} ${file.hash}`);
  return { key: hashOf(lines.join('\n')), texts };
}

/** Leaves out the paths of server modules: their code is hashed, and the paths depend on the folder of the site. */
const withoutServerPaths = (name: string, value: unknown): unknown => (name === 'server' ? undefined : value);

/** An entry without what only its own page and its summaries show. */
function positionOf({ title: _title, description: _description, ...position }: IndexedEntry): unknown {
  return position;
}
