import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Field.tsx';
import type { DraftControl } from '../drafts/use-draft.ts';
import { useWords } from '../use-words.ts';
import css from './parts.module.css';

export type SettingFieldsProps = {
  readonly drafts: DraftControl;
  /** Whether the tool starts when a picture opens; null for tools that never do. */
  readonly automatic: { readonly on: boolean; readonly set: (on: boolean) => void } | null;
  readonly onKeyboard: () => void;
  readonly onModels: () => void;
};

/** What this browser remembers about how the workspace behaves. */
export const SettingFields = ({ drafts, automatic, onKeyboard, onModels }: SettingFieldsProps) => {
  const { say } = useWords();
  return (
    <>
      {automatic && (
        <Switch
          label={say('workspace.settings.automatic')}
          hint={say('workspace.settings.automaticHint')}
          checked={automatic.on}
          onChange={automatic.set}
        />
      )}
      <Switch
        label={say('workspace.draft.keep')}
        hint={say('workspace.draft.keepHint')}
        checked={drafts.keeps}
        onChange={drafts.setKeeps}
      />
      <div className={css.buttons}>
        <Button className={css.small} onClick={onModels}>
          {say('workspace.model.manage')}
        </Button>
        <Button className={`${css.small} ${css.withKeyboard}`} onClick={onKeyboard}>
          {say('workspace.keyboard.open')}
        </Button>
      </div>
    </>
  );
};
