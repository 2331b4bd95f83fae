import type { Head, HeadTag } from '../../../../cli/contract.ts';
import { generatedHead } from '../../../../cli/render/head.ts';
import type { HeadInput } from '../../../../cli/render/head-input.ts';
import { route, site } from '../emit/fixture.ts';

export const alternates = { en: '/tool', pt: '/pt/tool', ar: '/ar/tool' };
export const input: HeadInput = {
  site,
  organization: { logo: '/logo.svg', sameAs: ['https://x.example/lamp'] },
  route: route('/pt/tool', { locale: 'pt', alternates }),
  seo: { title: 'Ferramenta', description: 'Faz algo.', keywords: 'luz, foto' },
  kind: null,
};

export const headWith = (change: Partial<HeadInput> = {}): Head => generatedHead({ ...input, ...change });

/** Values of an attribute, of the elements that have all of `where`. */
export function values(head: Head, where: Record<string, string>, attribute: string): (string | undefined)[] {
  const fits = ([, attributes]: HeadTag) => Object.entries(where).every(([name, value]) => attributes[name] === value);
  return head.tags.filter(fits).map(([, attributes]) => attributes[attribute]);
}
export const meta = (head: Head, name: string) => [
  ...values(head, { name }, 'content'),
  ...values(head, { property: name }, 'content'),
];
export const link = (head: Head, rel: string) => values(head, { rel }, 'href');

export function jsonLd(head: Head): Record<string, unknown>[] {
  const scripts = head.tags.filter(([tag]) => tag === 'script').map(([, , text]) => JSON.parse(text ?? ''));
  return scripts.flatMap((data) => data['@graph'] ?? [data]);
}
export const node = (head: Head, type: string) => jsonLd(head).find((one) => one['@type'] === type);
