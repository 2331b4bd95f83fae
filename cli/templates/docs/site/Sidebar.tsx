import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { EntryNode } from '@safelight/sitegen/types';
import css from './Sidebar.module.css';

/** The pages by folder; the link to the current page is marked. Narrow screens show them on request. */
export function Sidebar({ tree }: { tree: readonly EntryNode[] }) {
  const t = useMessages();
  return (
    <>
      <details className={css.menu}>
        <summary>{t('docs.menu')}</summary>
        <Pages nodes={tree} label={t('docs.contents')} />
      </details>
      <div className={css.side}>
        <Pages nodes={tree} label={t('docs.contents')} />
      </div>
    </>
  );
}

function Pages({ nodes, label }: { nodes: readonly EntryNode[]; label: string }) {
  return (
    <nav className={css.pages} aria-label={label}>
      <List nodes={nodes} />
    </nav>
  );
}

function List({ nodes }: { nodes: readonly EntryNode[] }) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.name}>
          {node.path === null ? <strong>{node.title}</strong> : <Link to={node.path}>{node.title}</Link>}
          {node.children.length > 0 && <List nodes={node.children} />}
        </li>
      ))}
    </ul>
  );
}
