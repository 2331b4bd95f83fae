import type { Nodes, Root } from 'mdast';

/** mdast as plain data for comparing: no positions, no absent fields, neighbouring texts as one. */
export function plainTree(node: Nodes): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const key of Object.keys(node).sort()) {
    const value = node[key as keyof typeof node] as unknown;
    if (key === 'position' || value === null || value === undefined) continue;
    if (key === 'data' && Object.keys(value as object).length === 0) continue;
    plain[key] = key === 'children' ? plainChildren(value as Nodes[]) : value;
  }
  return plain;
}

function plainChildren(nodes: readonly Nodes[]): Record<string, unknown>[] {
  const children: Record<string, unknown>[] = [];
  for (const node of nodes) {
    const last = children.at(-1);
    const next = plainTree(node);
    if (next.type === 'text' && last?.type === 'text') last.value = `${last.value}${next.value}`;
    else children.push(next);
  }
  return children;
}

/** Type and start of the nodes whose places appear in messages. */
export function positions(root: Root): string[] {
  const found: string[] = [];
  const visit = (node: Nodes) => {
    if (['link', 'linkReference', 'image', 'imageReference', 'heading', 'code', 'html'].includes(node.type)) {
      const start = node.position?.start;
      // A literal link inside a construct may have no position in either parser.
      if (start) found.push(`${node.type} ${start.line}:${start.column}`);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return found;
}
