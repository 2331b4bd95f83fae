import type { Size } from '../../engine/types.ts';
import { Scale } from '../../ui/Field.tsx';
import { Mark, type MarkName } from '../parts/Mark.tsx';
import { MarkButton } from '../parts/MarkButton.tsx';
import type { BrushName } from '../tool.ts';
import { useWords } from '../use-words.ts';
import { isRound, type MaskChoice, type MaskMode, type MaskTool, radiusAt, radiusOf, sliderOf } from './choice.ts';
import css from './mask.module.css';

export type MaskToolbarProps = {
  readonly brushes: readonly BrushName[];
  readonly choice: MaskChoice;
  readonly onChoice: (choice: MaskChoice) => void;
  readonly canSelect: boolean;
  /** Whether colours may be painted. */
  readonly colours: boolean;
  /** Whether there is a result to compare with. */
  readonly comparing: boolean;
  /** Of the picture. */
  readonly size: Size;
  /** Labels of adding and erasing, if the tool has its own. */
  readonly words: { readonly add: string; readonly subtract: string; readonly select: string } | null;
};

const MODES: readonly MaskMode[] = ['add', 'subtract'];

/** Chooses the action of the pointer; at the upper edge of the picture, within reach on every screen. */
export const MaskToolbar = (props: MaskToolbarProps) => {
  const { brushes, choice, onChoice, canSelect, colours, comparing, size, words } = props;
  const { say } = useWords();
  if (brushes.length === 0) return null;
  const tools: readonly (readonly [tool: MaskTool | null, mark: MarkName, label: string, mode?: MaskMode])[] = [
    ['brush', 'brush', words?.add ?? say('workspace.mask.brush'), 'add'],
    ['brush', 'eraser', words?.subtract ?? say('workspace.mask.eraser'), 'subtract'],
    ...(colours ? [['colour', 'drop', say('workspace.mask.colour'), 'add'] as const] : []),
    ['lasso', 'lasso', say('workspace.mask.lasso')],
    ['rectangle', 'rectangle', say('workspace.mask.rectangle')],
    ...(canSelect ? [['select', 'pointer', words?.select ?? say('workspace.mask.click')] as const] : []),
    comparing ? [null, 'compare', say('workspace.view.compare')] : [null, 'hand', say('workspace.mask.move')],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of tools, not of form fields
    <div className={css.toolbar} role="group" data-scroll="x" aria-label={say('workspace.mask.label')}>
      <div className={css.row}>
        {tools.map(([tool, mark, label, mode]) => (
          <MarkButton
            key={mark}
            mark={mark}
            label={label}
            pressed={tool === choice.tool && (mode ?? choice.mode) === choice.mode}
            onClick={() => onChoice({ ...choice, tool, ...(mode && { mode }) })}
          />
        ))}
      </div>
      <div className={css.second}>
        {choice.tool === 'colour' && <BrushColour choice={choice} onChoice={onChoice} />}
        {isRound(choice.tool) && <BrushSize choice={choice} size={size} onChoice={onChoice} />}
        {choice.tool !== null && !isRound(choice.tool) && (
          <div className={css.row}>
            {MODES.map((mode) => (
              <button
                key={mode}
                type="button"
                className={css.mode}
                aria-pressed={choice.mode === mode}
                onClick={() => onChoice({ ...choice, mode })}
              >
                <Mark name={mode === 'add' ? 'plus' : 'minus'} />
                <span>{words?.[mode] ?? say(`workspace.mask.${mode}`)}</span>
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
};

/** Chooses a colour for the strokes, or none, which keeps the colours below. */
const BrushColour = ({ choice, onChoice }: Pick<MaskToolbarProps, 'choice' | 'onChoice'>) => {
  const { say } = useWords();
  return (
    <div className={css.row}>
      <input
        className={css.colour}
        type="color"
        value={choice.colour}
        aria-label={say('workspace.mask.strokeColour')}
        title={say('workspace.mask.strokeColour')}
        onChange={(event) => onChoice({ ...choice, colour: event.target.value, keeps: false })}
      />
      <MarkButton
        mark="lock"
        label={say('workspace.mask.keepColour')}
        pressed={choice.keeps}
        onClick={() => onChoice({ ...choice, keeps: !choice.keeps })}
      />
    </div>
  );
};

const BrushSize = ({ choice, size, onChoice }: Pick<MaskToolbarProps, 'choice' | 'size' | 'onChoice'>) => {
  const { say, units } = useWords();
  const radius = radiusOf(choice, size);
  const shown = say('workspace.mask.sizeValue', { size: units.number(Math.round(radius * 2)) });
  return (
    <label className={css.row}>
      <span className="visually-hidden">{say('workspace.mask.size')}</span>
      <Scale
        className={css.size}
        min={0}
        max={100}
        step={0.5}
        value={sliderOf(radius, size)}
        aria-valuetext={shown}
        onChange={(event) => onChoice({ ...choice, radius: radiusAt(Number(event.target.value), size) })}
      />
      <output className={css.value}>{shown}</output>
    </label>
  );
};
