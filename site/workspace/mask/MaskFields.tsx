import { useId } from 'react';
import type { Size } from '../../engine/types.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Switch } from '../../ui/Field.tsx';
import { Group } from '../parts/Group.tsx';
import parts from '../parts/parts.module.css';
import { useWords } from '../use-words.ts';
import css from './mask.module.css';
import type { MaskControl } from './use-mask.ts';

type MaskFieldsProps = {
  readonly mask: MaskControl;
  /** Of the picture. */
  readonly size: Size;
  /** Whether “fill after each stroke” is offered. */
  readonly eachStroke: boolean;
  /** Whether there are other pictures, each with a mask that only the visitor makes. */
  readonly several: boolean;
};

const CHANGES = ['grow', 'shrink', 'feather'] as const;

/** Actions on the whole mask: find, change, load, save. */
export const MaskFields = ({ mask, size, eachStroke, several }: MaskFieldsProps) => {
  const { say, units } = useWords();
  const id = useId();
  const empty = mask.covered === 0;
  const step = Math.max(1, Math.round(Math.max(size.width, size.height) / 500));
  return (
    <section className={parts.group} aria-label={say('workspace.mask.label')}>
      {mask.suggestions.length > 0 && (
        <>
          {/* A single button says the same as the title. */}
          {mask.suggestions.length > 1 && <h2 className={parts.groupTitle}>{say('workspace.mask.find')}</h2>}
          <div className={css.actions}>
            {mask.suggestions.map((suggestion) => (
              <Button key={suggestion.name} disabled={mask.busy?.kind === 'find'} onClick={() => mask.find(suggestion)}>
                {say(suggestion.label)}
              </Button>
            ))}
          </div>
        </>
      )}
      {eachStroke && (
        <Switch label={say('workspace.mask.eachStroke')} checked={mask.eachStroke} onChange={mask.setEachStroke} />
      )}
      <p className={parts.faint} role="status">
        {say('workspace.mask.covered', { percent: units.share(mask.covered) })}
      </p>
      {several && <p className={parts.faint}>{say('workspace.mask.eachPicture')}</p>}
      <div className={css.actions}>
        <span className={classes(buttonClass({}), css.file)}>
          <span aria-hidden="true">{say('workspace.input.loadMask')}</span>
          <input
            type="file"
            accept="image/*"
            aria-label={say('workspace.input.loadMask')}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) mask.load(file);
              event.target.value = '';
            }}
          />
        </span>
        <Button disabled={empty} onClick={() => mask.edit({ kind: 'clear' })}>
          {say('workspace.mask.clear')}
        </Button>
      </div>
      <p id={`${id}-hint`} className={parts.faint}>
        {say('workspace.mask.loadHint')}
      </p>
      <Group name="mask" title={say('workspace.mask.refine')}>
        <div className={css.actions}>
          {CHANGES.map((kind) => (
            <Button
              key={kind}
              disabled={empty}
              title={say('workspace.mask.sizeValue', { size: units.number(step) })}
              onClick={() => mask.edit({ kind, by: step })}
            >
              {say(`workspace.mask.${kind}`)}
            </Button>
          ))}
          <Button onClick={() => mask.edit({ kind: 'invert' })}>{say('workspace.mask.invert')}</Button>
          {mask.colours && (
            <Button disabled={!mask.coloured} onClick={() => mask.edit({ kind: 'clear-colours' })}>
              {say('workspace.mask.clearColours')}
            </Button>
          )}
          <Button disabled={empty && !mask.coloured} onClick={() => mask.setShown(!mask.shown)}>
            {say(mask.shown ? 'workspace.mask.hide' : 'workspace.mask.show')}
          </Button>
          <Button disabled={!mask.canSave} onClick={mask.save}>
            {say('workspace.mask.save')}
          </Button>
        </div>
      </Group>
    </section>
  );
};
