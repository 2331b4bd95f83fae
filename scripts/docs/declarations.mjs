import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { code } from './markdown.mjs';

/** Exported declarations of a TypeScript file by name: their text without bodies of functions, and their description. */
function declarationsOf(file) {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const found = new Map();
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue;
    const { declaration } = node;
    const [declared = declaration] = declaration.declarations ?? [];
    // Comments for the linter may stand between a description and its declaration.
    const comment = comments.findLast(
      ({ type, end }) =>
        type === 'Block' && end <= node.start && /^(?:\s|\/\/.*\n)*$/.test(text.slice(end, node.start)),
    );
    const description = comment?.value.startsWith('*') ? comment.value.replace(/^\s*\* ?/gm, '').trim() : '';
    found.set(declared.id.name, { description, text: signatureOf(text, node, declaration), kind: declaration.type });
  }
  return found;
}

/** Source of a declaration up to the body of its function. */
function signatureOf(text, node, declaration) {
  const [first] = declaration.declarations ?? [];
  const body =
    declaration.body?.type === 'BlockStatement' || declaration.type === 'FunctionDeclaration'
      ? declaration.body
      : first?.init?.body;
  const end = body?.start ?? node.end;
  return text
    .slice(node.start, end)
    .replace(/\s*(?:=>\s*)?$/, '')
    .replace(/^export /, '');
}

const sectionOf = ([name, { description, text }]) =>
  [`## ${name} {#${name.toLowerCase()}}`, paragraph(description), code('ts', text)].join('\n\n');

const paragraph = (description) => description.replace(/\s+/g, ' ').replace(/</g, '\\<');

/** What pages import from the runtime, from the files that its index exports. `cli`: folder of the generator. */
export function runtimePage(cli) {
  const index = join(cli, 'runtime/index.ts');
  const { program } = parseSync(index, readFileSync(index, 'utf8'));
  const sections = program.body
    .filter(({ type, source }) => type === 'ExportNamedDeclaration' && source)
    .flatMap(({ source, specifiers }) => {
      const declared = declarationsOf(join(dirname(index), source.value));
      return specifiers.map(({ exported }) => [exported.name, declared.get(exported.name)]);
    })
    .filter(([, declaration]) => declaration)
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return {
    path: 'reference/runtime.md',
    title: '@safelight/sitegen/runtime',
    description: 'Components, hooks and functions that pages use in the browser.',
    order: 20,
    body: `${code('ts', "import { Link, useMessages } from '@safelight/sitegen/runtime';")}\n${sections.map(sectionOf).join('\n')}`,
  };
}

/** Types of props, of heads and of what pages export. */
export function typesPage(cli) {
  const declared = [...declarationsOf(join(cli, 'contract.ts'))].filter(
    ([, { kind }]) => kind !== 'TSInterfaceDeclaration',
  );
  return {
    path: 'reference/types.md',
    title: '@safelight/sitegen/types',
    description: 'Types of the props of pages and templates, of heads and of what modules export.',
    order: 21,
    body: `${code('ts', "import type { EntryProps, PageHead } from '@safelight/sitegen/types';")}\n${declared.map(sectionOf).join('\n')}`,
  };
}

/** The interface of plugins and loaders. */
export function pluginPage(cli) {
  const sections = ['plugins/types.ts', 'loaders/types.ts'].flatMap((file) => [...declarationsOf(join(cli, file))]);
  return {
    path: 'reference/plugin.md',
    title: 'Plugins and loaders',
    description: 'The interfaces of plugins and loaders.',
    order: 22,
    body: `[Plugins](../guide/plugins.md) and [loaders](../guide/data.md) describe how they are used.\n\n${sections.map(sectionOf).join('\n')}`,
  };
}
