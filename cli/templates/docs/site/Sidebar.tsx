import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { EntryNode } from '@safelight/sitegen/types';

/** The pages of the documentation by folder; the link to the current page is marked. */
export function Sidebar({ tree }: { tree: readonly EntryNode[] }) {
  const t = useMessages();
  return (
    <nav aria-label={t('docs.contents')}>
      <Pages nodes={tree} />
    </nav>
  );
}

function Pages({ nodes }: { nodes: readonly EntryNode[] }) {
  return (
    <ul>
      {nodes.map(({ name, title, path, children }) => (
        <li key={name}>
          {path === null ? <strong>{title}</strong> : <Link to={path}>{title}</Link>}
          {children.length > 0 && <Pages nodes={children} />}
        </li>
      ))}
    </ul>
  );
}
