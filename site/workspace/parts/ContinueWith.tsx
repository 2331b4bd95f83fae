import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { useObjectUrl } from '../view/use-object-url.ts';
import bar from './bar.module.css';
import cards from './cards.module.css';
import { Sheet } from './KeyboardSheet.tsx';
import { Mark } from './Mark.tsx';
import { MarkButton } from './MarkButton.tsx';
import { type NextTool, useContinue } from './use-continue.ts';

type ContinueProps = {
  readonly workspace: Workspace;
  /** Tools that can continue with the result, the most likely ones first. */
  readonly nextTools: readonly NextTool[];
  /** Copies the result, which a phone's bar has no room for; null while there is nothing to copy. */
  readonly onCopy: (() => Promise<void>) | null;
};

/** Tools that the bar shows; a sheet lists all of them. */
const IN_BAR = 3;

/** Opens the result in another tool. */
export const ContinueWith = ({ workspace, nextTools, onCopy }: ContinueProps) => {
  const { say } = useWords();
  const { item } = workspace;
  const continueIn = useContinue(workspace);
  const [all, setAll] = useState(false);
  const result = item?.result ?? null;
  const url = useObjectUrl(result?.blob ?? null);
  if (!item || !result) return null;
  const go = async (next: NextTool) => {
    await continueIn?.(next);
    setAll(false);
  };
  const title = say('workspace.action.continueIn');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not of form fields
    <div role="group" className={bar.next} aria-label={title}>
      <span className={bar.nextTitle}>{title}</span>
      <span className={bar.nextTools}>
        {nextTools.slice(0, IN_BAR).map((next) => (
          <button
            key={next.id}
            type="button"
            className={bar.nextTool}
            aria-label={say(`navigation.${next.name}`)}
            title={say(`navigation.${next.name}`)}
            aria-disabled={!continueIn}
            onClick={continueIn ? () => void go(next) : undefined}
          >
            {url && <img src={url} alt="" draggable={false} />}
            <span aria-hidden="true">{say(`navigation.${next.name}`)}</span>
          </button>
        ))}
      </span>
      <MarkButton mark="next" label={say('workspace.action.allTools')} onClick={() => setAll(true)} />
      {all && (
        <Sheet title={title} onClose={() => setAll(false)}>
          <div className={cards.menu}>
            {nextTools.map((next) => (
              <Button key={next.id} disabled={!continueIn} onClick={() => void go(next)}>
                {say(`navigation.${next.name}`)}
              </Button>
            ))}
            <Button
              className={cards.phoneOnly}
              disabled={!onCopy}
              onClick={() => {
                setAll(false);
                void onCopy?.();
              }}
            >
              <Mark name="copy" /> {say('workspace.action.copy')}
            </Button>
          </div>
        </Sheet>
      )}
    </div>
  );
};
