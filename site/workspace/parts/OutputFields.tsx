import type { EncodeType, MetadataChoice } from '../../engine/types.ts';
import { Select, Slider } from '../../ui/Field.tsx';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { Group } from './Group.tsx';
import css from './parts.module.css';

const FORMATS: readonly (readonly [EncodeType, string])[] = [
  ['image/png', 'PNG'],
  ['image/jpeg', 'JPEG'],
  ['image/webp', 'WebP'],
  ['image/avif', 'AVIF'],
];

const METADATA: readonly (readonly [MetadataChoice, string])[] = [
  ['keep', 'workspace.output.metadataKeep'],
  ['without-gps', 'workspace.output.metadataNoGps'],
  ['strip', 'workspace.output.metadataStrip'],
];

/** Format, quality and metadata of the file that is saved. */
export const OutputFields = ({ workspace }: { readonly workspace: Workspace }) => {
  const { say, units } = useWords();
  const { tool, state, dispatch } = workspace;
  const { type, quality, metadata } = state.output;
  const lossless = type === 'image/png';
  const flattened = tool.transparent && type === 'image/jpeg';
  return (
    <Group name="output" title={say('workspace.output.title')}>
      <div className={css.fields}>
        <Select
          label={say('workspace.output.format')}
          hint={flattened ? say('workspace.output.noAlpha') : undefined}
          value={type}
          onChange={(event) => dispatch({ kind: 'output', output: { type: event.target.value as EncodeType } })}
        >
          {FORMATS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        <Slider
          label={say('workspace.output.quality')}
          shown={lossless ? say('workspace.output.lossless') : units.percent(quality)}
          min={0.3}
          max={1}
          step={0.01}
          disabled={lossless}
          value={lossless ? 1 : quality}
          onChange={(event) => dispatch({ kind: 'output', output: { quality: Number(event.target.value) } })}
        />
        <Select
          label={say('workspace.output.metadata')}
          hint={say('workspace.output.metadataHint')}
          value={metadata}
          onChange={(event) => dispatch({ kind: 'output', output: { metadata: event.target.value as MetadataChoice } })}
        >
          {METADATA.map(([value, key]) => (
            <option key={value} value={value}>
              {say(key)}
            </option>
          ))}
        </Select>
      </div>
    </Group>
  );
};
