import { MaskFields } from '../mask/MaskFields.tsx';
import { StepList } from '../mask/StepList.tsx';
import type { MaskControl } from '../mask/use-mask.ts';
import type { Outlook } from '../outlook.ts';
import { autoOf, type Finding } from '../tool.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { Notes } from './ErrorCard.tsx';
import { Group } from './Group.tsx';
import { ModelNotice } from './ModelNotice.tsx';
import { OptionFields } from './OptionFields.tsx';
import { OutputFields, type OutputFieldsProps } from './OutputFields.tsx';
import css from './parts.module.css';
import { SettingFields, type SettingFieldsProps } from './SettingFields.tsx';
import type { Held } from './use-held.ts';

type PanelProps = SettingFieldsProps &
  Omit<OutputFieldsProps, 'workspace'> & {
    readonly workspace: Workspace;
    readonly outlook: Outlook;
    readonly mask: MaskControl;
    /** The networks that the settings need. */
    readonly held: readonly Held[];
  };

/** The options that decide most, and folded groups for everything else. */
export const Panel = ({ workspace, outlook, mask, held, pattern, setPattern, ...settings }: PanelProps) => {
  const { say, units } = useWords();
  const { finding } = outlook;
  const { tool, item } = workspace;
  return (
    <div className={css.panel}>
      {mask.brushes.includes('mask') && (
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
      <Notes notes={outlook.notes} />
      {!outlook.svg && <OutputFields {...{ workspace, pattern, setPattern }} />}
      <StepList workspace={workspace} />
      <Group name="settings" title={say('workspace.settings.title')}>
        <SettingFields {...settings} />
        <ModelNotice held={held} />
      </Group>
      <Sizes workspace={workspace} />
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

/** Sizes of the original and the result, in pixels and bytes. */
const Sizes = ({ workspace }: { readonly workspace: Workspace }) => {
  const { say, units } = useWords();
  const { item } = workspace;
  const info = item?.info;
  if (!item || !info) return null;
  const result = item.result;
  const pixels = (of: { readonly width: number; readonly height: number; readonly bytes: string }) => ({
    width: units.number(of.width),
    height: units.number(of.height),
    bytes: of.bytes,
  });
  return (
    <p className={css.sizes}>
      <span>{say('workspace.size.original', pixels({ ...info, bytes: units.bytes(item.file.size) }))}</span>
      {result && (
        <span>{say('workspace.size.result', pixels({ ...result, bytes: units.bytes(result.blob.size) }))}</span>
      )}
    </p>
  );
};
