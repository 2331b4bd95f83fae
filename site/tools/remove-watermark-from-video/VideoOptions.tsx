import type { ToolError } from '../../engine/errors.ts';
import { modelsFor } from '../../engine/manifest.ts';
import type { Method, OutputCodec, Quality } from '../../engine/video/types.ts';
import { NumberField, Select } from '../../ui/Field.tsx';
import { Notes } from '../../workspace/parts/ErrorCard.tsx';
import { ModelNotice } from '../../workspace/parts/ModelNotice.tsx';
import parts from '../../workspace/parts/parts.module.css';
import { useHeld } from '../../workspace/parts/use-held.ts';
import { useWords } from '../../workspace/use-words.ts';
import { containerOf } from './state.ts';
import type { VideoWork } from './use-video.ts';
import css from './video.module.css';

const METHODS: readonly (readonly [Method, string])[] = [
  ['auto', 'methodAuto'],
  ['unblend', 'methodUnblend'],
  ['neighbours', 'methodNeighbours'],
  ['ai', 'methodAi'],
  ['fast', 'methodFast'],
];
const FORMATS: readonly (readonly [OutputCodec, string])[] = [
  ['avc', 'MP4 (H.264)'],
  ['vp9', 'WebM (VP9)'],
  ['av1', 'WebM (AV1)'],
];
const QUALITIES: readonly (readonly [Quality, string])[] = [
  ['high', 'qualityHigh'],
  ['source', 'qualitySource'],
  ['small', 'qualitySmall'],
];

/** Options: the method of removal, the part of the video, and the file type. */
export const VideoOptions = ({ video, name }: { readonly video: VideoWork; readonly name: string }) => {
  const { say, units } = useWords();
  const { state, session, dispatch, size } = video;
  const { info, settings, result, madeWith, work } = state;
  const set = (change: Partial<typeof settings>) => dispatch({ kind: 'set', settings: change });
  // What no frame shows is filled by the network, so that every method but the fast one may need it.
  const models = session && settings.method !== 'fast' ? modelsFor(session.manifest, 'inpaint').slice(0, 1) : [];
  const { held } = useHeld(session, models, work);
  if (!info) return null;
  const end = info.start + info.duration;
  const at = (label: 'trimStart' | 'trimEnd', value: number, change: (time: number) => void) => (
    <NumberField
      inputMode="decimal"
      min={0}
      max={info.duration}
      step={0.1}
      label={say(`${name}.options.${label}`)}
      value={Math.round((value - info.start) * 100) / 100}
      onChange={(seconds) => change(info.start + Math.min(info.duration, Math.max(0, seconds)))}
    />
  );
  const silent: readonly ToolError[] =
    info.audio.length > 0 && !info.audioFits[settings.container]
      ? [
          {
            code: 'video.audioDropped',
            container: settings.container === 'mp4' ? 'MP4' : 'WebM',
            codec: info.audio.join(', '),
          },
        ]
      : [];
  const missing: readonly ToolError[] =
    session && settings.method === 'ai' && models.length === 0 ? [{ code: 'model.missing', name: 'MI-GAN' }] : [];
  const unmarked: readonly ToolError[] = result && madeWith?.marks.length === 0 ? [{ code: 'video.noMark' }] : [];
  return (
    <>
      <div className={parts.fields}>
        <Select
          label={say(`${name}.options.method`)}
          value={settings.method}
          onChange={(event) => set({ method: event.target.value as Method })}
        >
          {METHODS.map(([value, label]) => (
            <option key={value} value={value}>
              {say(`${name}.options.${label}`)}
            </option>
          ))}
        </Select>
        <fieldset className={parts.fields}>
          <legend className={parts.groupTitle}>{say(`${name}.options.trim`)}</legend>
          <div className={css.pair}>
            {at('trimStart', settings.from ?? info.start, (time) =>
              set({ from: time <= info.start ? null : Math.min(time, (settings.to ?? end) - 0.1) }),
            )}
            {at('trimEnd', settings.to ?? end, (time) =>
              set({ to: time >= end ? null : Math.max(time, (settings.from ?? info.start) + 0.1) }),
            )}
          </div>
        </fieldset>
        <Select
          label={say(`${name}.options.container`)}
          value={settings.codec}
          onChange={(event) => {
            const codec = event.target.value as OutputCodec;
            set({ codec, container: containerOf(codec) });
          }}
        >
          {FORMATS.map(([codec, label]) => (
            <option key={codec} value={codec} disabled={!info.writable.includes(codec)}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          label={say(`${name}.options.quality`)}
          value={settings.quality}
          onChange={(event) => set({ quality: event.target.value as Quality })}
        >
          {QUALITIES.map(([value, label]) => (
            <option key={value} value={value}>
              {say(`${name}.options.${label}`)}
            </option>
          ))}
        </Select>
        <p className={parts.faint} role="status">
          {size && say('workspace.size.estimated', { bytes: units.bytes(size.bytes) })}
        </p>
      </div>
      <div className={parts.faint}>
        <p>
          {say(`${name}.info.source`, {
            width: units.number(info.width),
            height: units.number(info.height),
            fps: units.number(Math.round(info.fps * 100) / 100),
            duration: units.time(info.duration * 1000),
            codec: info.codec,
          })}
          {info.variable && `, ${say(`${name}.info.variable`)}`}
        </p>
        <p>
          {info.audio.length === 0
            ? say(`${name}.info.noAudio`)
            : silent.length === 0 && say(`${name}.info.audioCopied`, { codec: info.audio.join(', ') })}
        </p>
        {result && (
          <p>
            {say(`${name}.info.result`, {
              width: units.number(result.width),
              height: units.number(result.height),
              frames: units.number(result.frames),
              bytes: units.bytes(result.file.size),
            })}
          </p>
        )}
      </div>
      <ModelNotice held={held ?? []} />
      <Notes notes={[...silent, ...missing, ...unmarked, ...(result?.notes ?? [])]} />
    </>
  );
};
