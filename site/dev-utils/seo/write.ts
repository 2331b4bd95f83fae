import { escapeAttribute, escapeText } from '../text/html.ts';
import type { PageMeta } from './page.ts';

type Line = readonly [kind: 'name' | 'property', name: string, content: string];

/** Tags for the head of a page, without empty values. */
export const headHtml = (meta: PageMeta): string => {
  const { title, description, url, siteName, image, card } = meta;
  const socialTitle = meta.socialTitle || title;
  const socialDescription = meta.socialDescription || description;
  const lines: readonly Line[] = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:title', socialTitle],
    ['property', 'og:description', socialDescription],
    ['property', 'og:url', url],
    ['property', 'og:site_name', siteName],
    ['property', 'og:image', image],
    ['name', 'twitter:card', card],
  ];
  const tags = lines
    .filter(([, , content]) => content.trim() !== '')
    .map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeAttribute(content.trim())}">`);
  return [
    ...(title.trim() === '' ? [] : [`<title>${escapeText(title.trim())}</title>`]),
    ...(url.trim() === '' ? [] : [`<link rel="canonical" href="${escapeAttribute(url.trim())}">`]),
    ...tags,
  ].join('\n');
};

/** Front matter in YAML. All values are quoted, so that none is parsed as a number, date or boolean. */
export const frontMatterYaml = ({
  title,
  description,
  url,
  image,
  socialTitle,
  socialDescription,
}: PageMeta): string => {
  const values = { title, description, canonical: url, image, ogTitle: socialTitle, ogDescription: socialDescription };
  const lines = Object.entries(values)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}: ${JSON.stringify(value.trim())}`);
  return ['---', ...lines, '---'].join('\n');
};
