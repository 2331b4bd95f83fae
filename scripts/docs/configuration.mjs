import { table } from './markdown.mjs';

/** Files of `config/`: name in the schemas, and what a reader finds there. */
const files = {
  site: 'The site as a whole: name, address, output, security, plugins',
  locales: 'Languages, and which of them fall back on which',
  routes: 'Pages, redirects and headers',
  navigation: 'Entries of the navigation',
  content: 'Collections: where entries come from, what they hold, which pages show them',
};

/**
 * Returns a page for each file of `config/`, from the JSON Schemas that `sitegen types` writes.
 * `schemas`: name of the file -> JSON Schema.
 */
export function configurationPages(schemas) {
  return Object.entries(files).map(([name, description], index) => {
    const schema = schemas[name];
    const properties = mapOf(schema, schema)?.properties ?? {};
    const sections = Object.entries(properties).map(([key, value]) => sectionOf(key, value, schema));
    const body =
      sections.length > 0
        ? sections.join('\n')
        : table(['key', 'value', 'default', 'what it is'], rowsOf('', schema, schema));
    return {
      path: `reference/${name}-yaml.md`,
      title: `config/${name}.yaml`,
      description: `${description}.`,
      order: 10 + index,
      body,
    };
  });
}

function sectionOf(key, value, root) {
  const node = resolved(value, root);
  const below = rowsOf(key, node, root);
  const facts = [`Value: ${typeOf(node, root)}`, ...defaultOf(value)].join('; ');
  const text = [
    `## \`${key}\` {#${key.toLowerCase()}}`,
    '',
    value.description ?? node.description ?? '',
    '',
    `${facts}.`,
    '',
  ];
  if (below.length > 0) text.push(table(['key', 'value', 'default', 'what it is'], below));
  return text.join('\n');
}

const defaultOf = ({ default: value }) =>
  value === undefined || JSON.stringify(value) === '{}' ? [] : [`default: \`${JSON.stringify(value)}\``];

/** Rows of all keys below a node, named by their path. `root`: the whole schema. */
function rowsOf(path, node, { seen = [], ...root }) {
  if (seen.includes(node)) return [];
  const inside = { ...root, seen: [...seen, node] };
  const rows = [];
  for (const variant of variantsOf(node, root)) {
    if (variant.items) rows.push(...rowsOf(`${path}[]`, resolved(variant.items, root), inside));
    for (const [key, value] of Object.entries(variant.properties ?? {})) {
      const child = resolved(value, root);
      const name = path === '' ? key : `${path}.${key}`;
      const required = variant.required?.includes(key) && value.default === undefined ? 'required' : '';
      const preset = value.default === undefined ? required : `\`${JSON.stringify(value.default)}\``;
      rows.push([`\`${name}\``, typeOf(child, root), preset, value.description ?? child.description ?? '']);
      rows.push(...rowsOf(name, child, inside));
    }
    const each = variant.additionalProperties;
    if (typeof each === 'object' && Object.keys(each).length > 0)
      rows.push(...rowsOf(`${path === '' ? '' : `${path}.`}‹name›`, resolved(each, root), inside));
  }
  return rows;
}

function resolved(node, root) {
  let found = node;
  while (found?.$ref) {
    const [, ...steps] = found.$ref.split('/');
    found = steps.reduce((at, step) => at?.[step], root);
  }
  return found ?? {};
}

const variantsOf = (node, root) => (node.anyOf ?? [node]).map((one) => resolved(one, root));
const mapOf = (node, root) => variantsOf(node, root).find(({ properties }) => properties);

const words = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  array: 'list',
  object: 'map',
};

/** The values that a node allows, in words. */
function typeOf(node, root, depth = 0) {
  if (depth > 2) return 'any value';
  const types = variantsOf(node, root).map((one) => {
    if (one.enum) return one.enum.map((value) => `\`${value === '' ? "''" : value}\``).join(', ');
    if ('const' in one) return `\`${one.const}\``;
    if (one.type === 'array') return `list of ${typeOf(resolved(one.items ?? {}, root), root, depth + 1)}`;
    return words[one.type] ?? 'any value';
  });
  return types.length > 4 ? 'any value' : [...new Set(types)].join(' or ');
}
