import { useId } from 'react';
import { modelsFor } from '../../engine/manifest.ts';
import { ACCEPT } from '../../ui/accepted.ts';
import { Button } from '../../ui/Button.tsx';
import { NumberField, Select, Slider, Switch, TextField } from '../../ui/Field.tsx';
import { hasOwnOptions, initialOptions } from '../state/state.ts';
import type { Field, Options, OptionValue, Unit } from '../tool.ts';
import type { Units } from '../units.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import type { Say } from '../words.ts';
import { Group } from './Group.tsx';
import { PathField } from './PathField.tsx';
import css from './parts.module.css';
import { ThumbnailChoice } from './ThumbnailChoice.tsx';

type FieldProps = {
  readonly field: Field;
  readonly options: Options;
  readonly set: (value: OptionValue, steady: boolean) => void;
  readonly setPicture: (file: File | null) => void;
};

const OneField = ({ field, options, set, setPicture }: FieldProps) => {
  const { say, units } = useWords();
  const id = useId();
  const label = say(field.label);
  const hint = field.hint && say(field.hint);
  const value = options[field.name] ?? field.initial;
  switch (field.kind) {
    case 'choice':
      return (
        <Select label={label} hint={hint} value={String(value)} onChange={(event) => set(event.target.value, true)}>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {say(choice.label)}
            </option>
          ))}
        </Select>
      );
    case 'range':
    case 'number': {
      const scale = {
        min: field.min,
        max: field.max,
        step: field.step,
        value: Number(value),
      };
      if (field.kind === 'range')
        return (
          <Slider
            {...scale}
            label={label}
            hint={hint}
            shown={shownAs(Number(value), field.unit, { units, say })}
            onChange={(event) => set(Number(event.target.value), false)}
          />
        );
      return (
        <NumberField
          {...scale}
          inputMode="decimal"
          label={label}
          hint={hint}
          onChange={(number) => set(Math.min(field.max, Math.max(field.min, number)), false)}
        />
      );
    }
    case 'switch':
      return <Switch label={label} hint={hint} checked={value === true} onChange={(checked) => set(checked, true)} />;
    case 'colour':
      return (
        <div className={css.colour}>
          <label htmlFor={id}>{label}</label>
          <input id={id} type="color" value={String(value)} onChange={(event) => set(event.target.value, false)} />
        </div>
      );
    case 'path':
      return (
        <PathField
          label={label}
          hint={hint}
          side={field.side}
          value={String(value)}
          onChange={(path) => set(path, true)}
        />
      );
    case 'picture':
      return (
        <TextField
          type="file"
          accept={ACCEPT.image}
          label={label}
          hint={hint}
          onChange={(event) => setPicture(event.target.files?.[0] ?? null)}
        />
      );
  }
};

function shownAs(value: number, unit: Unit, { units, say }: { readonly units: Units; readonly say: Say }): string {
  switch (unit) {
    case 'percent':
      return units.percent(value / 100);
    case 'pixels':
      return say('workspace.mask.sizeValue', { size: units.number(value) });
    case 'degrees':
      return `${units.number(value)}°`;
    case 'none':
      return units.number(value);
  }
}

/** Which of the tool's options count and can be chosen here. */
function useShownFields({ tool, session, options }: Workspace): readonly Field[] {
  const offers = (role: string | undefined) =>
    role === undefined ||
    (session !== null && modelsFor(session.manifest, role).some(({ choice }) => choice === 'best'));
  return tool.fields.filter(({ when, bestOf }) => (when?.(options) ?? true) && offers(bestOf));
}

/** The tool's own options: a few that decide most, the others folded, and a way back to the defaults. */
export const OptionFields = ({ workspace }: { readonly workspace: Workspace }) => {
  const { say } = useWords();
  const { tool, state, item, options, dispatch } = workspace;
  const initial = initialOptions(tool.fields);
  const changed = tool.fields.some(({ name }) => options[name] !== initial[name]);
  const shown = useShownFields(workspace);
  const main = shown.filter(({ name }) => tool.main.includes(name));
  const others = shown.filter(({ name }) => !tool.main.includes(name));
  if (tool.fields.length === 0) return null;
  return (
    <>
      <section className={css.group} aria-label={say('workspace.options.title')}>
        <div className={css.groupHead}>
          <h2 className={css.groupTitle}>{say('workspace.options.title')}</h2>
          <Button
            kind="quiet"
            className={css.small}
            disabled={!changed}
            onClick={() => item && dispatch({ kind: 'set', id: item.id, options: initial, subject: null })}
          >
            {say('workspace.options.reset')}
          </Button>
        </div>
        {item && state.items.length > 1 && (
          <Switch
            label={say('workspace.options.own')}
            checked={hasOwnOptions(state.history.now, item.id)}
            onChange={(own) => dispatch({ kind: 'own', id: item.id, own })}
          />
        )}
        <FieldList workspace={workspace} fields={main} />
      </section>
      {others.length > 0 && (
        <Group name="options" title={say('workspace.options.more')}>
          <FieldList workspace={workspace} fields={others} />
        </Group>
      )}
    </>
  );
};

const FieldList = ({ workspace, fields }: { readonly workspace: Workspace; readonly fields: readonly Field[] }) => {
  const { item, options, dispatch, setPicture } = workspace;
  const set = (name: string, value: OptionValue, steady: boolean) =>
    item &&
    dispatch({ kind: 'set', id: item.id, options: { ...options, [name]: value }, subject: steady ? null : name });
  return (
    // Letting a slider go ends its step of the history.
    <fieldset
      className={css.fields}
      onPointerUp={() => dispatch({ kind: 'settle' })}
      onBlur={() => dispatch({ kind: 'settle' })}
    >
      {fields.map((field) =>
        field.kind === 'choice' && field.thumbnails ? (
          <ThumbnailChoice
            key={field.name}
            {...{ workspace, field }}
            value={String(options[field.name] ?? field.initial)}
            onChange={(value) => set(field.name, value, true)}
          />
        ) : (
          <OneField
            key={field.name}
            field={field}
            options={options}
            set={(value, steady) => set(field.name, value, steady)}
            setPicture={(file) => setPicture(field.name, file)}
          />
        ),
      )}
    </fieldset>
  );
};
