import { useMessages } from '@safelight/sitegen/runtime';
import { ToolCard } from '../../shell/ToolCard.tsx';
import { TOOLS } from '../../tools/registry.ts';
import css from './ToolGrid.module.css';

/** Cards of all tools, each with its number and its group above it. */
export const ToolGrid = () => {
  const t = useMessages();
  return (
    <ul className={css.grid}>
      {TOOLS.map((tool) => (
        <li key={tool.name} className={css.frame}>
          <p className={css.label}>{t(`navigation.${tool.group}`)}</p>
          <ToolCard tool={tool} level={3} />
        </li>
      ))}
    </ul>
  );
};
