import type { EncodeType, MetadataChoice } from '../../engine/types.ts';
import { Select, Slider, TextField } from '../../ui/Field.tsx';
import { NAME_FIELDS } from '../name-pattern.ts';
import { isWritten, outputOf } from '../state/state.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { Group } from './Group.tsx';
import css from './parts.module.css';

const FORMATS: readonly (readonly [EncodeType, string])[] = [
  ['image/png', 'PNG'],
  ['image/jpeg', 'JPEG'],
  ['image/webp', 'WebP'],
  ['image/avif', 'AVIF'],
  ['image/jxl', 'JPEG XL'],
];

const METADATA: readonly (readonly [MetadataChoice, string])[] = [
  ['keep', 'workspace.output.metadataKeep'],
  ['without-gps', 'workspace.output.metadataNoGps'],
  ['strip', 'workspace.output.metadataStrip'],
];

/** Numbers of colours that a PNG file may be reduced to. */
const COLOURS = [256, 128, 64, 32, 16, 8] as const;

export type OutputFieldsProps = {
  readonly workspace: Workspace;
  /** Pattern of file names; empty for the default. */
  readonly pattern: string;
  readonly setPattern: (pattern: string) => void;
};

/** Format, quality, size, metadata and name of the file that is saved. */
export const OutputFields = ({ workspace, pattern, setPattern }: OutputFieldsProps) => {
  const { say, units } = useWords();
  const { tool, state, item, dispatch } = workspace;
  const { quality, maxBytes = 0, colours = 0, metadata } = state.output;
  const { type } = outputOf(state, item ?? { type: null });
  const isChosen = state.output.type !== null;
  const several = state.items.length > 1;
  const result = item?.result ?? null;
  const written = item !== null && result !== null && isWritten(state, item, result);
  const lossless = type === 'image/png';
  const tooLarge = !lossless && maxBytes > 0 && result !== null && result.blob.size > maxBytes;
  const sizeMessage = tooLarge ? 'workspace.output.aboveTarget' : 'workspace.output.fileSize';
  const mayBeClear = tool.transparent || (isChosen && state.items.some(({ info }) => info?.hasAlpha));
  const hintKey =
    type === 'image/jpeg' && mayBeClear
      ? 'noAlpha'
      : type === 'image/jxl'
        ? 'jpegXl'
        : several && !isChosen
          ? 'ofThis'
          : null;
  const format = FORMATS.find(([value]) => value === type)?.[1] ?? '';
  return (
    <Group name="output" title={say('workspace.output.title')}>
      <div className={css.fields}>
        <Select
          label={say('workspace.output.format')}
          hint={hintKey ? say(`workspace.output.${hintKey}`, { format }) : undefined}
          value={several && !isChosen ? '' : type}
          onChange={(event) =>
            dispatch({ kind: 'output', output: { type: (event.target.value as EncodeType) || null } })
          }
        >
          {several && <option value="">{say('workspace.output.ofEach')}</option>}
          {FORMATS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        {lossless ? (
          <Select
            label={say('workspace.output.colours')}
            hint={colours > 0 ? say('workspace.output.coloursHint') : undefined}
            value={colours}
            onChange={(event) => dispatch({ kind: 'output', output: { colours: Number(event.target.value) } })}
          >
            <option value={0}>{say('workspace.output.lossless')}</option>
            {COLOURS.map((count) => (
              <option key={count} value={count}>
                {units.number(count)}
              </option>
            ))}
          </Select>
        ) : (
          <>
            <Slider
              label={say('workspace.output.quality')}
              shown={type === 'image/jxl' && quality === 1 ? say('workspace.output.lossless') : units.percent(quality)}
              min={0.3}
              max={1}
              step={0.01}
              value={quality}
              onChange={(event) => dispatch({ kind: 'output', output: { quality: Number(event.target.value) } })}
            />
            <TextField
              type="number"
              inputMode="numeric"
              min={0}
              step={10}
              label={say('workspace.output.target')}
              hint={say('workspace.output.targetHint')}
              value={maxBytes > 0 ? maxBytes / 1000 : ''}
              onChange={(event) => {
                const kilobytes = event.target.valueAsNumber;
                dispatch({ kind: 'output', output: { maxBytes: kilobytes > 0 ? Math.round(1000 * kilobytes) : 0 } });
              }}
            />
          </>
        )}
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
        <TextField
          label={say('workspace.output.names')}
          hint={say('workspace.output.namesHint', { fields: NAME_FIELDS.join(' ') })}
          value={pattern}
          onChange={(event) => setPattern(event.target.value)}
        />
        {item && result && (written || !item.error) && (
          <p className={css.faint} role="status">
            {written ? say(sizeMessage, { bytes: units.bytes(result.blob.size) }) : say('workspace.output.writing')}
          </p>
        )}
      </div>
    </Group>
  );
};
