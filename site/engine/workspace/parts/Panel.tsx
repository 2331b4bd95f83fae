import type { BrushName } from '../tool.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { planOf } from '../work.ts';
import { Notes } from './ErrorCard.tsx';
import { ModelNotice } from './ModelNotice.tsx';
import { OptionFields } from './OptionFields.tsx';
import { OutputFields } from './OutputFields.tsx';
import css from './parts.module.css';
import { BrushBar, type BrushChoice } from './ViewBar.tsx';

type PanelProps = {
  readonly workspace: Workspace;
  readonly name: string;
  readonly brush: BrushChoice;
  readonly onBrush: (choice: BrushChoice) => void;
};

/** Options, what they need of models, and the file to save. */
export const Panel = ({ workspace, name, brush, onBrush }: PanelProps) => {
  const { say } = useWords();
  const { tool, session, state, item, phase, dispatch, pictures, kept } = workspace;
  const plan =
    session && item?.info
      ? planOf(tool, session, { item, settings: state.history.now, pictures, kept: kept(item.id), preview: null })
      : null;
  const notes = [...(plan?.ok ? plan.value.notes : []), ...(item?.result?.notes ?? [])];
  const distinct = notes.filter((note, index) => notes.findIndex(({ code }) => code === note.code) === index);
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
      <ModelNotice session={session} models={plan?.ok ? plan.value.needs.models : []} moment={phase} />
      <Notes notes={distinct} />
      <OutputFields workspace={workspace} />
    </div>
  );
};
