import { useMessages } from 'sitegen/runtime';
import { ToolCard } from '../../shell/ToolCard.tsx';
import { TOOL_GROUPS, TOOLS } from '../../shell/tools.ts';
import css from './ToolSheet.module.css';

/** All tools by group, as a contact sheet. */
export const ToolSheet = () => {
  const t = useMessages();
  return (
    <div className={css.sheet}>
      {TOOL_GROUPS.map((group) => (
        <div key={group} className={css.group}>
          <h3 className={css.title}>{t(`navigation.${group}`)}</h3>
          <ul className={css.cards}>
            {TOOLS.filter((tool) => tool.group === group).map((tool) => (
              <li key={tool.name}>
                <ToolCard tool={tool} level={4} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
};
