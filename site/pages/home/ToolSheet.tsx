import { useMessages } from '@safelight/sitegen/runtime';
import { ToolCard } from '../../shell/ToolCard.tsx';
import { TOOLS } from '../../tools/registry.ts';
import css from './ToolSheet.module.css';

/** All tools as the frames of a contact sheet, each with its number and its group on the edge of the film. */
export const ToolSheet = () => {
  const t = useMessages();
  return (
    <ul className={css.sheet}>
      {TOOLS.map((tool) => (
        <li key={tool.name} className={css.frame}>
          <p className={css.edge}>{t(`navigation.${tool.group}`)}</p>
          <ToolCard tool={tool} level={3} />
        </li>
      ))}
    </ul>
  );
};
