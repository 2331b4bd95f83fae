import { Button } from '../../../ui/Button.tsx';
import { Slider } from '../../../ui/Field.tsx';
import type { BrushName } from '../tool.ts';
import { useWords } from '../use-words.ts';
import type { ViewControl } from '../view/use-view.ts';
import { actual, zoomAt } from '../view/zoom.ts';
import { MarkButton } from './ActionBar.tsx';
import css from './parts.module.css';

/** Makes the picture larger or smaller around the middle of its room. */
export const zoomBy = ({ change }: ViewControl, factor: number): void =>
  change((view, frame) => zoomAt(view, { frame, at: { x: frame.room.width / 2, y: frame.room.height / 2 }, factor }));

/** One pixel of the picture on one of the screen. */
export const zoomActual = ({ change }: ViewControl): void =>
  change((view, frame) => actual(view, frame, window.devicePixelRatio || 1));

/** Zoom of the picture, over its corner. */
export const ViewBar = ({ control }: { readonly control: ViewControl }) => {
  const { say, units } = useWords();
  const percent = units.percent(
    control.view.scale * (typeof window === 'undefined' ? 1 : window.devicePixelRatio || 1),
  );
  return (
    <div className={css.viewBar}>
      <MarkButton mark="minus" label={say('workspace.view.zoomOut')} onClick={() => zoomBy(control, 1 / 1.5)} />
      <Button
        kind="quiet"
        className={css.zoom}
        aria-label={`${say('workspace.view.actual')} (${say('workspace.view.zoom', { percent })})`}
        title={say('workspace.view.actual')}
        onClick={() => zoomActual(control)}
      >
        {percent}
      </Button>
      <MarkButton mark="plus" label={say('workspace.view.zoomIn')} onClick={() => zoomBy(control, 1.5)} />
      <MarkButton mark="fit" label={say('workspace.view.fit')} onClick={control.fit} />
    </div>
  );
};

export type BrushChoice = { readonly brush: BrushName | null; readonly radius: number };

type BrushBarProps = {
  readonly brushes: readonly BrushName[];
  /** Words for a brush: tools have their own. */
  readonly labelOf: (brush: BrushName) => string;
  readonly choice: BrushChoice;
  readonly onChange: (choice: BrushChoice) => void;
  readonly onClear: (() => void) | null;
};

/** Brushes and their size; a press on the chosen one puts it away. */
export const BrushBar = ({ brushes, labelOf, choice, onChange, onClear }: BrushBarProps) => {
  const { say, units } = useWords();
  if (brushes.length === 0) return null;
  return (
    <section className={css.group} aria-label={say('workspace.mask.label')}>
      <div className={css.brushes}>
        {brushes.map((brush) => (
          <Button
            key={brush}
            className={css.brush}
            aria-pressed={choice.brush === brush}
            onClick={() => onChange({ ...choice, brush: choice.brush === brush ? null : brush })}
          >
            {labelOf(brush)}
          </Button>
        ))}
        {onClear && (
          <Button kind="quiet" onClick={onClear}>
            {say('workspace.mask.clear')}
          </Button>
        )}
      </div>
      {choice.brush && (
        <Slider
          label={say('workspace.mask.size')}
          shown={say('workspace.mask.sizeValue', { size: units.number(choice.radius * 2) })}
          hint={say('workspace.mask.touchHint')}
          min={BRUSH_RADIUS.least}
          max={BRUSH_RADIUS.most}
          value={choice.radius}
          onChange={(event) => onChange({ ...choice, radius: Number(event.target.value) })}
        />
      )}
    </section>
  );
};

/** In pixels of the screen. */
export const BRUSH_RADIUS = { least: 3, most: 80, initial: 16 } as const;
