import { useMessages } from '@safelight/sitegen/runtime';
import { ToolCard } from '../../shell/ToolCard.tsx';
import { TOOLS } from '../../tools/registry.ts';
import { isAccepted } from '../../ui/accepted.ts';
import css from './ToolGrid.module.css';

type ToolGridProps = {
  /** A file that was chosen on this page; tools of its kind open it. */
  readonly file: File | null;
};

/** Cards of all tools, each with its number and its group above it. */
export const ToolGrid = ({ file }: ToolGridProps) => {
  const t = useMessages();
  return (
    <ul className={css.grid}>
      {TOOLS.map((tool) => (
        <li key={tool.name} className={css.frame}>
          <p className={css.label}>{t(`navigation.${tool.group}`)}</p>
          <ToolCard tool={tool} level={3} file={file && isAccepted(file, tool.kind) ? file : null} />
        </li>
      ))}
    </ul>
  );
};
