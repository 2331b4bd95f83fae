import type { Locale, PagePayload } from '../contract.ts';
import { markdownFile } from '../lib/paths.ts';
import { absoluteUrl } from '../lib/url.ts';
import { hasCopy } from '../render/job.ts';
import { textOf } from '../render/jobs.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { OutputFile, PlannedRoute } from '../routes/types.ts';

/** The parts of a finished page that the lists contain. */
export type PageText = Pick<PagePayload, 'head'> & { readonly markdown: string };

/** The parts of a plan that the lists of pages are created from. */
export type LlmsPlan = Pick<SitePlan, 'config' | 'site' | 'content' | 'table' | 'catalogues'>;

/** Returns the paths of the lists of a locale; none without the option. */
export function llmsPaths({ config }: Pick<LlmsPlan, 'config'>, { prefix }: Locale): readonly string[] {
  const { copies, full } = config.site.llms;
  const folder = prefix === '' ? '' : `${prefix.slice(1)}/`;
  return [...(copies ? [`${folder}llms.txt`] : []), ...(full ? [`${folder}llms-full.txt`] : [])];
}

/** Returns the pages in the lists of a locale, in order, without later pages of lists and lists of terms. */
export function llmsPages(
  { config, table }: Pick<LlmsPlan, 'config' | 'table'>,
  { code }: Locale,
): readonly PlannedRoute[] {
  return table.routes.filter((route) => {
    const { source, locale, params } = route;
    if (locale !== code || !hasCopy(config.site.llms, route) || (params.page ?? '1') !== '1') return false;
    return source.kind !== 'list' || source.tag === null;
  });
}

/**
 * Returns `llms.txt` and `llms-full.txt` of a locale, as https://llmstxt.org describes them: a title, a summary, and
 * sections of pages; in the second one with their texts.
 */
export function llmsFiles(
  plan: LlmsPlan,
  locale: Locale,
  textOfPage: (path: string) => PageText | null,
): readonly OutputFile[] {
  const { site, config } = plan;
  const [index, full] = llmsPaths(plan, locale);
  if (index === undefined) return [];
  const pages = llmsPages(plan, locale).flatMap((route) => {
    const text = textOfPage(route.path);
    return text ? [{ route, text }] : [];
  });
  const home = pages.find(({ route }) => route.path === (locale.prefix || '/'));
  const isDefault = locale.code === site.defaultLocale;
  const summary = (isDefault && config.site.description) || (home ? descriptionOf(home.text) : '');
  const start = `# ${site.name}\n${summary === '' ? '' : `\n> ${oneLine(summary)}\n`}`;
  const sections = new Map<string, string[]>();
  for (const { route, text } of pages) {
    const title = sectionOf(plan, route);
    const items = sections.get(title) ?? [];
    sections.set(title, items);
    items.push(itemOf(absoluteUrl(site, `/${markdownFile(route.path)}`), text));
  }
  const lists = Array.from(sections, ([title, items]) => `\n## ${title}\n\n${items.join('\n')}\n`);
  const texts = pages.map(({ route, text }) => `\n---\n\n${withSource(text.markdown, absoluteUrl(site, route.path))}`);
  return [
    { path: index, content: start + lists.join('') },
    ...(full === undefined ? [] : [{ path: full, content: start + texts.join('') }]),
  ];
}

/** Returns the title of the section that a page belongs to: its collection, or the site for pages of routes. */
function sectionOf({ site, content, catalogues }: LlmsPlan, { source, locale }: PlannedRoute): string {
  if (source.kind !== 'entry' && source.kind !== 'list') return site.name;
  const collection = content.get(source.collection)?.config;
  const seo = collection?.list?.seo ?? collection?.seo;
  const title = seo === undefined ? '' : textOf(catalogues, locale, `${seo}.title`);
  return oneLine(title || source.collection);
}

function itemOf(url: string, text: PageText): string {
  const description = descriptionOf(text);
  const title = oneLine(text.head.title).replace(/[[\]\\]/g, '\\$&');
  return `- [${title}](${url})${description === '' ? '' : `: ${oneLine(description)}`}`;
}

function descriptionOf({ head }: PageText): string {
  const tag = head.tags.find(([name, attributes]) => name === 'meta' && attributes.name === 'description');
  return tag?.[1].content ?? '';
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the text with the URL of its page below the title. */
function withSource(markdown: string, url: string): string {
  return markdown.replace(/^# .*$/m, (title) => `${title}\n\nSource: ${url}`);
}
