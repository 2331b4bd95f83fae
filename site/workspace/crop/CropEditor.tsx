import { type ReactNode, useState } from 'react';
import { turnedSize, UNCHANGED } from '../../engine/ops/geometry/geometry.ts';
import type { Geometry, Size } from '../../engine/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../parts/KeyboardSheet.tsx';
import { useWords } from '../use-words.ts';
import { type Aspect, CropFields, ratioOf } from './CropFields.tsx';
import { CropStage } from './CropStage.tsx';
import css from './crop.module.css';
import { fitted } from './crop-box.ts';
import fields from './fields.module.css';

type CropDialogProps = { readonly onClose: () => void; readonly children: ReactNode };

/** The sheet that holds a `CropEditor`. */
export const CropDialog = ({ onClose, children }: CropDialogProps) => {
  const { say } = useWords();
  return (
    <Sheet title={say('workspace.crop.title')} className={css.sheet} onClose={onClose}>
      {children}
    </Sheet>
  );
};

/** What is set in a `CropEditor`. */
export type Cropping = { readonly geometry: Geometry; readonly aspect: Aspect };

type CropEditorProps = {
  readonly size: Size;
  readonly cropping: Cropping;
  readonly onChange: (cropping: Cropping) => void;
  /** Shortest sides of the part, in pixels. */
  readonly minPx?: number;
  /** Whether straightening and resizing are offered, which compute new pixels. */
  readonly resamples: boolean;
  /** What fills the picture's frame. */
  readonly shown: ReactNode;
  /** Fields before those of the geometry. */
  readonly before?: ReactNode;
  /** A sentence about a geometry; null for none. */
  readonly noteOf: (geometry: Geometry) => string | null;
  readonly applying: boolean;
  readonly onApply: (geometry: Geometry) => void;
};

/** A picture with the part that is kept, and the fields that change its geometry. */
export const CropEditor = (props: CropEditorProps) => {
  const { size, cropping, onChange, minPx = 1, resamples, shown, before, noteOf, applying, onApply } = props;
  const { geometry, aspect } = cropping;
  const { say } = useWords();
  const [lines, setLines] = useState(false);
  const change = (next: Geometry, chosen = aspect) => {
    const turned = turnedSize(size, next.turns);
    const ratio = ratioOf(chosen, turned);
    // Proportions are those of the picture as it is turned now.
    const refit = ratio !== null && (chosen !== aspect || next.turns !== geometry.turns);
    const crop = refit ? fitted(next.crop, (ratio * turned.height) / turned.width) : next.crop;
    onChange({ geometry: { ...next, crop }, aspect: chosen });
  };
  const note = noteOf(geometry);
  return (
    <div className={css.editor}>
      <CropStage
        {...{ size, geometry, minPx, lines }}
        ratio={ratioOf(aspect, turnedSize(size, geometry.turns))}
        onCrop={(crop) => onChange({ geometry: { ...geometry, crop }, aspect })}
      >
        {shown}
      </CropStage>
      <div className={fields.fields}>
        {before}
        <CropFields
          {...{ size, geometry, aspect, resamples }}
          onAspect={(next) => change(geometry, next)}
          onChange={(next) => change(next)}
          onStraighten={setLines}
        />
        {note && <p className={fields.note}>{note}</p>}
        <div className={fields.actions}>
          <Button kind="quiet" onClick={() => change(UNCHANGED, 'free')}>
            {say('workspace.action.reset')}
          </Button>
          <Button kind="primary" disabled={applying} onClick={() => onApply(geometry)}>
            {say(applying ? 'workspace.crop.applying' : 'workspace.crop.apply')}
          </Button>
        </div>
      </div>
    </div>
  );
};
