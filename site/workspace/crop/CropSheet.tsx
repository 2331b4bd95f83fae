import { useState } from 'react';
import type { ToolError } from '../../engine/errors.ts';
import { turnedSize, UNCHANGED } from '../../engine/ops/geometry/geometry.ts';
import type { Geometry } from '../../engine/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../parts/KeyboardSheet.tsx';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { type Aspect, CropFields, Pills, ratioOf } from './CropFields.tsx';
import { CropStage } from './CropStage.tsx';
import css from './crop.module.css';
import { fitted } from './crop-box.ts';
import fields from './fields.module.css';
import { type CropControl, type Cropped, type CropSubject, useCrop } from './use-crop.ts';

type CropSheetProps = {
  readonly workspace: Workspace;
  readonly onProblem: (error: ToolError) => void;
  readonly onClose: () => void;
};

/** Crops, turns, straightens, mirrors and resizes the picture, or the result before it is saved. */
export const CropSheet = ({ workspace, onProblem, onClose }: CropSheetProps) => {
  const { say } = useWords();
  const control = useCrop(workspace, onProblem);
  const { subject, cropped } = control;
  return (
    <Sheet title={say('workspace.crop.title')} className={css.sheet} onClose={onClose}>
      {cropped && <CropEditor key={subject} {...{ control, cropped, onClose }} />}
    </Sheet>
  );
};

type CropEditorProps = {
  readonly control: CropControl;
  readonly cropped: Cropped;
  readonly onClose: () => void;
};

const SUBJECTS: readonly { readonly value: CropSubject; readonly key: string }[] = [
  { value: 'picture', key: 'workspace.view.original' },
  { value: 'result', key: 'workspace.view.result' },
];

const CropEditor = ({ control, cropped, onClose }: CropEditorProps) => {
  const { say } = useWords();
  const { subject, setSubject, hasResult, hasWork, applying, apply } = control;
  const { size } = cropped;
  const [geometry, setGeometry] = useState(cropped.geometry);
  const [aspect, setAspect] = useState<Aspect>('free');
  const [lines, setLines] = useState(false);
  const change = (next: Geometry, chosen = aspect) => {
    const turned = turnedSize(size, next.turns);
    const ratio = ratioOf(chosen, turned);
    // Proportions are those of the picture as it is turned now.
    const refit = ratio !== null && (chosen !== aspect || next.turns !== geometry.turns);
    setGeometry(refit ? { ...next, crop: fitted(next.crop, (ratio * turned.height) / turned.width) } : next);
    setAspect(chosen);
  };
  return (
    <div className={css.editor}>
      <CropStage
        {...cropped}
        geometry={geometry}
        ratio={ratioOf(aspect, turnedSize(size, geometry.turns))}
        lines={lines}
        onCrop={(crop) => setGeometry({ ...geometry, crop })}
      />
      <div className={fields.fields}>
        {hasResult && (
          <Pills
            title={say('workspace.crop.subject')}
            choices={SUBJECTS.map(({ value, key }) => ({ value, label: say(key) }))}
            value={subject}
            onChange={setSubject}
          />
        )}
        <CropFields
          {...{ size, geometry, aspect }}
          onAspect={(next) => change(geometry, next)}
          onChange={(next) => change(next)}
          onStraighten={setLines}
        />
        {(subject === 'result' || hasWork) && (
          <p className={fields.note}>
            {say(subject === 'result' ? 'workspace.crop.resultNote' : 'workspace.crop.pictureNote')}
          </p>
        )}
        <div className={fields.actions}>
          <Button kind="quiet" onClick={() => change(UNCHANGED, 'free')}>
            {say('workspace.action.reset')}
          </Button>
          <Button
            kind="primary"
            aria-disabled={applying || undefined}
            onClick={() => !applying && void apply(geometry).then((done) => done && onClose())}
          >
            {say(applying ? 'workspace.crop.applying' : 'workspace.crop.apply')}
          </Button>
        </div>
      </div>
    </div>
  );
};
