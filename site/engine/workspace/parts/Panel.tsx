import type { Outlook } from '../outlook.ts';
import type { BrushName, Finding } from '../tool.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { Notes } from './ErrorCard.tsx';
import { ModelNotice } from './ModelNotice.tsx';
import { OptionFields } from './OptionFields.tsx';
import { OutputFields } from './OutputFields.tsx';
import css from './parts.module.css';
import { BrushBar, type BrushChoice } from './ViewBar.tsx';

type PanelProps = {
  readonly workspace: Workspace;
  readonly name: string;
  readonly outlook: Outlook;
  readonly brush: BrushChoice;
  readonly onBrush: (choice: BrushChoice) => void;
};

/** Options, what they need of models, and the file to save. */
export const Panel = ({ workspace, name, outlook, brush, onBrush }: PanelProps) => {
  const { say, units } = useWords();
  const { finding } = outlook;
  const { tool, session, state, item, phase, dispatch } = workspace;
  const labelOf = (kind: BrushName) => (kind === 'mask' ? say('workspace.mask.brush') : say(`${name}.options.${kind}`));
  const painted = item !== null && (state.history.now.strokes[item.id] ?? []).length > 0;
  return (
    <div className={css.panel}>
      <BrushBar
        brushes={tool.brushes}
        labelOf={labelOf}
        choice={brush}
        onChange={onBrush}
        onClear={painted ? () => dispatch({ kind: 'clear-strokes', id: item.id }) : null}
      />
      <OptionFields workspace={workspace} />
      {finding && (
        <p className={css.faint} role="status">
          {say(finding.key, findingValues(finding, { say, units }))}
        </p>
      )}
      <OutputFields workspace={workspace} />
      <ModelNotice session={session} models={outlook.models} moment={phase} only="stored" />
      <Notes notes={outlook.notes} />
    </div>
  );
};

type Words = ReturnType<typeof useWords>;

function findingValues({ values, messages }: Finding, { say, units }: Words): { readonly [name: string]: string } {
  const numbers = Object.entries(values).map(([name, value]) => [name, units.number(value)]);
  const texts = Object.entries(messages).map(([name, key]) => [name, say(key)]);
  return Object.fromEntries([...numbers, ...texts]);
}
