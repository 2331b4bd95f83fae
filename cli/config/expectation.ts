import type { Json } from '../contract.ts';
import type { DataPath } from '../sources/yaml.ts';

type Node = { readonly [key: string]: Json };

/** What a schema allows at one place: one entry per alternative. */
export type Expectation = {
  readonly alternatives: readonly Node[];
  readonly description: string | null;
};

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function resolveRef(root: Node, ref: string): Node | null {
  let node: Json | undefined = root;
  for (const step of ref.split('/').slice(1)) node = isNode(node) ? node[step] : undefined;
  return isNode(node) ? node : null;
}

/** `$ref` and `anyOf` replaced by what they stand for. */
function expand(root: Node, node: Node): Node[] {
  if (typeof node.$ref === 'string') {
    const found = resolveRef(root, node.$ref);
    return found === null ? [] : expand(root, found);
  }
  if (Array.isArray(node.anyOf)) return node.anyOf.filter(isNode).flatMap((inner) => expand(root, inner));
  return [node];
}

/** What the JSON Schema says of the value at a path. */
export function expectationAt(root: Node, path: DataPath): Expectation {
  let nodes: readonly Node[] = [root];
  for (const step of path) {
    nodes = nodes
      .flatMap((node) => expand(root, node))
      .map((node) => {
        if (typeof step === 'number') return node.items;
        const properties = isNode(node.properties) ? node.properties : {};
        return properties[step] ?? node.additionalProperties;
      })
      .filter(isNode);
  }
  const description = nodes.find((node) => typeof node.description === 'string')?.description;
  return {
    alternatives: nodes.flatMap((node) => expand(root, node)),
    description: typeof description === 'string' ? description : null,
  };
}

/** Keys that a map may have there. */
export function keysOf(expected: Expectation): readonly string[] {
  return [
    ...new Set(expected.alternatives.flatMap((node) => Object.keys(isNode(node.properties) ? node.properties : {}))),
  ];
}

/** Fixed values that are allowed there. */
export function choicesOf(expected: Expectation): readonly string[] {
  return expected.alternatives.flatMap((node) => {
    const values = Array.isArray(node.enum) ? node.enum : 'const' in node ? [node.const ?? null] : [];
    return values.map(String);
  });
}

const words: { readonly [type: string]: string } = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a map of keys',
};

/** What is allowed there, in words: "`all`, `none` or a list". */
export function inWords(expected: Expectation): string {
  const choices = choicesOf(expected).map((choice) => (choice === '' ? "`''`" : `\`${choice}\``));
  const types = expected.alternatives
    .filter((node) => !('enum' in node) && !('const' in node))
    .map((node) => words[String(node.type)] ?? 'another value');
  const all = [...new Set([...choices, ...types])];
  return all.length < 2 ? (all[0] ?? 'another value') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}
