import type { SiteConfig } from '../config/types.ts';
import type { FieldRule, FieldRules } from '../schema/fields.ts';

type Collections = SiteConfig['content']['collections'];

/**
 * Returns the text of a `.d.ts` that declares the types of the fields of each collection, so that `EntryProps<'team'>`
 * knows them. `links` are the fields of an entry that a reference names: its own references are ids.
 */
export function contentTypes(collections: Collections): string {
  const entries = Object.entries(collections).map(([name, { fields }]) => {
    const [full, links] = [typeOfMap(fields, true), typeOfMap(fields, false)];
    return `    ${JSON.stringify(name)}: { fields: ${full}; links: ${links} };`;
  });
  return `// Written by sitegen from config/content.yaml.
import type { ImageRef, ReferencedEntry } from '@safelight/sitegen/types';
declare module '@safelight/sitegen/types' {
  interface Collections {
${entries.join('\n')}
  }
}
`;
}

function typeOfMap(fields: FieldRules, resolvesReferences: boolean): string {
  const all = Object.entries(fields).map(([name, rule]) => {
    const isAlwaysSet = rule.required === true || rule.default !== undefined;
    return `readonly ${JSON.stringify(name)}${isAlwaysSet ? '' : '?'}: ${typeOf(rule, resolvesReferences)}`;
  });
  return all.length === 0 ? '{}' : `{ ${all.join('; ')} }`;
}

function typeOf(rule: FieldRule, resolvesReferences: boolean): string {
  switch (rule.type) {
    case 'number':
    case 'boolean':
      return rule.type;
    case 'image':
      return 'ImageRef';
    case 'enum':
      return (rule.values ?? []).map((value) => JSON.stringify(value)).join(' | ');
    case 'list':
      return `readonly (${rule.of ? typeOf(rule.of, resolvesReferences) : 'string'})[]`;
    case 'object':
      return typeOfMap(rule.fields ?? {}, resolvesReferences);
    case 'reference':
      return resolvesReferences ? `ReferencedEntry<${JSON.stringify(rule.to)}>` : 'string';
    default:
      return 'string';
  }
}
