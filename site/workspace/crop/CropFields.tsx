import { useId } from 'react';
import {
  cropBox,
  flipSideways,
  flipUpright,
  resultSize,
  turnedSize,
  turnLeft,
  turnRight,
} from '../../engine/ops/geometry/geometry.ts';
import type { Geometry, Size } from '../../engine/types.ts';
import { NumberField, Slider } from '../../ui/Field.tsx';
import { MarkButton } from '../parts/MarkButton.tsx';
import { useWords } from '../use-words.ts';
import css from './fields.module.css';

/** Proportions of the part: free, those of the picture, or width : height of a landscape picture. */
export type Aspect = 'free' | 'original' | '1:1' | '4:3' | '3:2' | '16:9';

const ASPECTS: readonly Aspect[] = ['free', 'original', '1:1', '4:3', '3:2', '16:9'];

/** Width : height for a picture of this size; null for free proportions. */
export function ratioOf(aspect: Aspect, { width, height }: Size): number | null {
  if (aspect === 'free') return null;
  if (aspect === 'original') return width / height;
  const [long = 1, short = 1] = aspect.split(':').map(Number);
  return width >= height ? long / short : short / long;
}

type Choice<Value extends string> = { readonly value: Value; readonly label: string };

type PillsProps<Value extends string> = {
  readonly title: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** One of a few short choices. */
export const Pills = <Value extends string>({ title, choices, value, onChange }: PillsProps<Value>) => {
  const name = useId();
  return (
    <fieldset className={css.field}>
      <legend className={css.title}>{title}</legend>
      <div className={css.pills}>
        {choices.map((choice) => (
          <label key={choice.value} className={css.pill}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

type CropFieldsProps = {
  readonly size: Size;
  readonly geometry: Geometry;
  readonly aspect: Aspect;
  readonly onAspect: (aspect: Aspect) => void;
  readonly onChange: (geometry: Geometry) => void;
  /** Whether straightening and resizing are offered, which compute new pixels. */
  readonly resamples: boolean;
  /** Called with whether the angle is being set. */
  readonly onStraighten: (active: boolean) => void;
};

/** A result may be this many times as wide as the part that was kept. */
const MAX_SCALE = 4;

export const CropFields = (props: CropFieldsProps) => {
  const { size, geometry, aspect, onAspect, onChange, resamples } = props;
  const { say } = useWords();
  const turned = turnedSize(size, geometry.turns);
  const named = (value: Aspect): string => {
    if (value === 'free' || value === 'original') return say(`workspace.crop.${value}`);
    return turned.width >= turned.height ? value : value.split(':').reverse().join(':');
  };
  return (
    <>
      <Pills
        title={say('workspace.crop.aspect')}
        choices={ASPECTS.map((value) => ({ value, label: named(value) }))}
        value={aspect}
        onChange={onAspect}
      />
      <div className={css.turns}>
        <MarkButton
          mark="turnLeft"
          label={say('workspace.crop.turnLeft')}
          onClick={() => onChange(turnLeft(geometry))}
        />
        <MarkButton
          mark="turnRight"
          label={say('workspace.crop.turnRight')}
          onClick={() => onChange(turnRight(geometry))}
        />
        <MarkButton
          mark="flipSideways"
          label={say('workspace.crop.flipSideways')}
          onClick={() => onChange(flipSideways(geometry))}
        />
        <MarkButton
          mark="flipUpright"
          label={say('workspace.crop.flipUpright')}
          onClick={() => onChange(flipUpright(geometry))}
        />
      </div>
      {resamples && <ResamplingFields {...props} />}
    </>
  );
};

/** Straightening by an angle, and the size of the result. */
const ResamplingFields = ({ size, geometry, onChange, onStraighten }: CropFieldsProps) => {
  const { say, units } = useWords();
  const part = cropBox(size, geometry);
  const result = resultSize(size, geometry);
  const resize = (length: number, from: number) => {
    if (length >= 1) onChange({ ...geometry, scale: Math.min(MAX_SCALE, Math.max(1 / from, length / from)) });
  };
  return (
    <>
      <Slider
        label={say('workspace.crop.straighten')}
        shown={`${units.number(geometry.angle)}°`}
        min={-45}
        max={45}
        step={0.5}
        value={geometry.angle}
        onChange={(event) => onChange({ ...geometry, angle: Number(event.target.value) })}
        onPointerDown={() => onStraighten(true)}
        onPointerUp={() => onStraighten(false)}
        onFocus={() => onStraighten(true)}
        onBlur={() => onStraighten(false)}
      />
      <div className={css.lengths}>
        <NumberField
          label={say('workspace.crop.width')}
          inputMode="numeric"
          min={1}
          max={MAX_SCALE * part.width}
          value={result.width}
          onChange={(width) => resize(width, part.width)}
        />
        <NumberField
          label={say('workspace.crop.height')}
          inputMode="numeric"
          min={1}
          max={MAX_SCALE * part.height}
          value={result.height}
          onChange={(height) => resize(height, part.height)}
        />
      </div>
    </>
  );
};
