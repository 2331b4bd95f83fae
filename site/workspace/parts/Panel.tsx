import { MaskFields } from '../mask/MaskFields.tsx';
import { StepList } from '../mask/StepList.tsx';
import type { MaskControl } from '../mask/use-mask.ts';
import type { Outlook } from '../outlook.ts';
import { autoOf, type Finding } from '../tool.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { Notes } from './ErrorCard.tsx';
import { ModelNotice } from './ModelNotice.tsx';
import { OptionFields } from './OptionFields.tsx';
import { OutputFields } from './OutputFields.tsx';
import css from './parts.module.css';

type PanelProps = {
  readonly workspace: Workspace;
  readonly outlook: Outlook;
  readonly mask: MaskControl;
};

/** Options, the models that they need, and the settings of the file. */
export const Panel = ({ workspace, outlook, mask }: PanelProps) => {
  const { say, units } = useWords();
  const { finding } = outlook;
  const { tool, session, item, phase } = workspace;
  const paints = mask.brushes.includes('mask');
  return (
    <div className={css.panel}>
      {paints && (
        <MaskFields
          mask={mask}
          size={item?.info ?? UNKNOWN}
          eachStroke={tool.mask?.eachStroke === true}
          several={workspace.state.items.length > 1 && autoOf(tool) === null}
        />
      )}
      {tool.rights && (
        <p className={css.faint}>
          <strong>{say('workspace.rights.title')}.</strong> {say('workspace.rights.text')}
        </p>
      )}
      <OptionFields workspace={workspace} />
      {finding && (
        <p className={css.faint} role="status">
          {say(finding.key, findingValues(finding, { say, units }))}
        </p>
      )}
      {!outlook.svg && <OutputFields workspace={workspace} />}
      {mask.brushes.length > 0 && <StepList workspace={workspace} />}
      {paints && mask.covered > 0 && (
        <ModelNotice session={session} models={outlook.models} moment={phase} only="wanted" />
      )}
      <ModelNotice session={session} models={outlook.models} moment={phase} only="stored" />
      <Notes notes={outlook.notes} />
    </div>
  );
};

/** Shown until the picture's header is read. */
const UNKNOWN = { width: 1, height: 1 } as const;

type Words = ReturnType<typeof useWords>;

function findingValues({ values, messages }: Finding, { say, units }: Words): { readonly [name: string]: string } {
  const numbers = Object.entries(values).map(([name, value]) => [name, units.number(value)]);
  const texts = Object.entries(messages).map(([name, key]) => [name, say(key)]);
  return Object.fromEntries([...numbers, ...texts]);
}
