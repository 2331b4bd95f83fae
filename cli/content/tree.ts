import type { Entry } from './entry.ts';

/** A folder of a collection, or an entry, with its children. */
export type TreeNode<E> = {
  /** Last segment of its slug. */
  readonly name: string;
  /** Null for a folder without an entry of its own. */
  readonly entry: E | null;
  readonly children: readonly TreeNode<E>[];
};

type Ordered = Pick<Entry, 'slug' | 'order' | 'title'>;

type Draft<E> = { readonly name: string; entry: E | null; readonly children: Map<string, Draft<E>> };

/**
 * Returns the tree of entries by the segments of their slugs. Siblings are sorted by `order`, then by name; a folder
 * without an entry has the minimum `order` of its descendants.
 */
export function treeOf<E extends Ordered>(entries: readonly E[]): readonly TreeNode<E>[] {
  const root: Draft<E> = { name: '', entry: null, children: new Map() };
  for (const entry of entries) {
    let node = root;
    for (const name of entry.slug.split('/').filter((segment) => segment !== '')) {
      const child: Draft<E> = node.children.get(name) ?? { name, entry: null, children: new Map() };
      node.children.set(name, child);
      node = child;
    }
    node.entry = entry;
  }
  const children = sortedNodes([...root.children.values()]);
  return root.entry ? [{ name: '', entry: root.entry, children: [] }, ...children] : children;
}

function sortedNodes<E extends Ordered>(drafts: readonly Draft<E>[]): readonly TreeNode<E>[] {
  return drafts
    .map((draft) => ({ draft, order: orderOf(draft) }))
    .sort((a, b) => (a.order === b.order ? (a.draft.name < b.draft.name ? -1 : 1) : a.order - b.order))
    .map(({ draft: { name, entry, children } }) => ({ name, entry, children: sortedNodes([...children.values()]) }));
}

function orderOf<E extends Ordered>({ entry, children }: Draft<E>): number {
  if (entry) return entry.order ?? Number.MAX_VALUE;
  return Math.min(Number.MAX_VALUE, ...Array.from(children.values(), orderOf));
}

/** Returns entries in reading order: each before its descendants. */
export function inTreeOrder<E extends Ordered>(entries: readonly E[]): readonly E[] {
  const flat = (nodes: readonly TreeNode<E>[]): E[] =>
    nodes.flatMap(({ entry, children }) => [...(entry ? [entry] : []), ...flat(children)]);
  return flat(treeOf(entries));
}
