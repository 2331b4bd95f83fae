import { useState } from 'react';
import type { ToolError } from '../../engine/errors.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { PixelCanvas } from '../view/PixelCanvas.tsx';
import { useObjectUrl } from '../view/use-object-url.ts';
import { CropDialog, CropEditor, type Cropping } from './CropEditor.tsx';
import { Pills } from './CropFields.tsx';
import css from './crop.module.css';
import { type CropControl, type Cropped, type CropSubject, useCrop } from './use-crop.ts';

type CropSheetProps = {
  readonly workspace: Workspace;
  readonly onProblem: (error: ToolError) => void;
  readonly onClose: () => void;
};

/** Crops, turns, straightens, mirrors and resizes the picture, or the result before it is saved. */
export const CropSheet = ({ workspace, onProblem, onClose }: CropSheetProps) => {
  const control = useCrop(workspace, onProblem);
  const { cropped } = control;
  return <CropDialog onClose={onClose}>{cropped && <PictureEditor {...{ control, cropped, onClose }} />}</CropDialog>;
};

type PictureEditorProps = {
  readonly control: CropControl;
  readonly cropped: Cropped;
  readonly onClose: () => void;
};

const SUBJECTS: readonly { readonly value: CropSubject; readonly key: string }[] = [
  { value: 'picture', key: 'workspace.view.original' },
  { value: 'result', key: 'workspace.view.result' },
];

const PictureEditor = ({ control, cropped, onClose }: PictureEditorProps) => {
  const { say } = useWords();
  const { subject, setSubject, hasResult, hasWork, applying, apply } = control;
  /** What is set for each of the two; nothing until it is changed. */
  const [set, setSet] = useState<{ readonly [subject in CropSubject]?: Cropping }>({});
  const note =
    subject === 'result' || hasWork
      ? say(subject === 'result' ? 'workspace.crop.resultNote' : 'workspace.crop.pictureNote')
      : null;
  return (
    <CropEditor
      size={cropped.size}
      cropping={set[subject] ?? { geometry: cropped.geometry, aspect: 'free' }}
      onChange={(cropping) => setSet({ ...set, [subject]: cropping })}
      resamples={true}
      shown={<Shown {...cropped} />}
      before={
        hasResult && (
          <Pills
            title={say('workspace.crop.subject')}
            choices={SUBJECTS.map(({ value, key }) => ({ value, label: say(key) }))}
            value={subject}
            onChange={setSubject}
          />
        )
      }
      noteOf={() => note}
      applying={applying}
      onApply={(geometry) => void apply(geometry).then((done) => done && onClose())}
    />
  );
};

const Shown = ({ shown, colorSpace }: Pick<Cropped, 'shown' | 'colorSpace'>) => {
  const url = useObjectUrl(shown instanceof Blob ? shown : null);
  if (!(shown instanceof Blob)) return <PixelCanvas className={css.media} pixels={shown} colorSpace={colorSpace} />;
  return url && <img className={css.media} src={url} alt="" draggable={false} />;
};
