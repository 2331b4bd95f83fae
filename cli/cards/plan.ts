import { fileURLToPath } from 'node:url';
import type { Diagnostic, Message } from '../contract.ts';
import { codeHash } from '../lib/code-hash.ts';
import { hashOf } from '../lib/hash.ts';
import { callEndable } from '../lib/interrupt.ts';
import type { PluginList } from '../plugins/load.ts';
import type { CardFacts, Plugin } from '../plugins/types.ts';
import type { ShareImage } from '../render/head-input.ts';
import { entryOf, seoValues, settingsOf } from '../render/jobs.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { isIndexable } from '../routes/hreflang.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { PlannedRoute } from '../routes/types.ts';
import { cardSize } from './size.ts';

/** A picture to draw. Pages with the same facts share one. */
export type Card = {
  /** Hash of everything that can change it; also its name. */
  readonly key: string;
  /** Below the output folder. */
  readonly path: string;
  readonly facts: CardFacts;
};

export type CardDrawer = { readonly list: PluginList; readonly index: number };

export type CardPlan = {
  /** The plugins of the site, and the one of them that draws the pictures; null: none does. */
  readonly drawing: CardDrawer | null;
  readonly cards: readonly Card[];
  /** The picture of a page, or null if it gets none. */
  readonly imageOf: (route: PlannedRoute) => ShareImage | null;
};

/** The parts of a plan that pictures for shared links show, or by which their pages are found. */
export type CardsInput = Pick<SitePlan, 'tree' | 'config' | 'site' | 'content' | 'catalogues' | 'table' | 'plugins'>;

/** Lists the pictures that a plugin of the site draws. */
export function planCards(plan: CardsInput, plugins: readonly Plugin[]): Result<CardPlan> {
  const [index = -1, ...others] = plugins.flatMap(({ card }, index) => (card ? [index] : []));
  if (others.length > 0) return fail([clash([index, ...others].map((one) => (plugins[one] as Plugin).name))]);
  const { card } = plugins[index] ?? {};
  const loaded = plan.plugins.plugins[index];
  if (!card || !loaded) return ok({ drawing: null, cards: [], imageOf: () => null });
  const { format = 'jpg', sources = () => [] } = card;
  const code = [loaded.setting.options, codeHash(fileURLToPath(loaded.url), plan.tree.root)];
  const cards = new Map<string, { readonly card: Card; readonly files: string }>();
  const imagesByPath = new Map<string, ShareImage>();
  for (const route of plan.table.routes) {
    if (!isIndexable(route)) continue;
    const facts = factsOf(plan, route);
    const paths = callEndable(() => sources(facts));
    const fileHashes = paths.map((path) => [path, plan.tree.files.get(path)?.hash ?? null]);
    const key = hashOf(JSON.stringify([facts, fileHashes, code, format]));
    const path = `assets/cards/${key}.${format}`;
    cards.set(key, { card: { key, path, facts }, files: paths.join('\n') });
    imagesByPath.set(route.path, { src: `/${path}`, ...cardSize, alt: facts.title });
  }
  // Cards that show the same files are drawn in succession, so that a module can keep what they share.
  const ordered = [...cards.values()].sort((a, b) => (a.files < b.files ? -1 : a.files > b.files ? 1 : 0));
  return ok({
    drawing: { list: plan.plugins, index },
    cards: ordered.map(({ card }) => card),
    imageOf: (route) => imagesByPath.get(route.path) ?? null,
  });
}

const clash = (names: readonly string[]): Diagnostic => ({
  code: 'PLUGIN_CARDS',
  severity: 'error',
  message: `More than one plugin draws Open Graph images: ${names.join(', ')}.`,
  hint: 'Remove all but one of them from `plugins`.',
  file: 'config/site.yaml',
});

/** Returns the facts of a page that its card shows: those of its head that are known before it is rendered. */
function factsOf(plan: CardsInput, route: PlannedRoute): CardFacts {
  const { site } = plan;
  const locale = site.locales.find(({ code }) => code === route.locale) ?? site.locales[0];
  if (!locale) throw new Error('a site without locales');
  const { code, name, language, dir } = locale;
  const { kind } = route.source;
  return {
    kind: kind === 'entry' || kind === 'list' ? kind : 'page',
    id: route.id,
    params: route.params,
    locale: { code, name, language, dir },
    ...titleAndDescription(plan, route),
    site: { name: site.name, url: site.url },
  };
}

function titleAndDescription(plan: CardsInput, route: PlannedRoute): Pick<CardFacts, 'title' | 'description'> {
  if (route.source.kind === 'entry') {
    const { title, description } = entryOf(plan, route);
    return { title, description };
  }
  const { seo } = settingsOf(plan.config, route);
  const catalogue = plan.catalogues.locales[route.locale]?.messages ?? {};
  const values = seoValues(plan.site, route);
  const text = (part: string) => plainText(catalogue[`${seo}.${part}`] ?? '', values);
  return { title: text('title') || plan.site.name, description: text('description') };
}

/** Returns the text of a message with its values. Leaves out numbers, dates and plurals, which no title needs. */
function plainText(message: Message, values: Readonly<Record<string, string>>): string {
  if (typeof message === 'string') return message;
  const parts = message.map((part) => {
    if (typeof part === 'string') return part;
    if (part[0] === 'tag') return plainText(part[2], values);
    return part[0] === 'arg' ? (values[part[1]] ?? '') : '';
  });
  return parts.join('');
}
