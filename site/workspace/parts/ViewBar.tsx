import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import type { ViewControl } from '../view/use-view.ts';
import { actual, zoomAt } from '../view/zoom.ts';
import { MarkButton } from './MarkButton.tsx';
import css from './parts.module.css';

/** Zooms around the centre of the viewport. */
export const zoomBy = ({ change }: ViewControl, factor: number): void =>
  change((view, frame) => zoomAt(view, { frame, at: { x: frame.room.width / 2, y: frame.room.height / 2 }, factor }));

/** Zooms to one pixel of the picture for each pixel of the screen. */
export const zoomActual = ({ change }: ViewControl): void =>
  change((view, frame) => actual(view, frame, window.devicePixelRatio || 1));

type ViewBarProps = {
  readonly control: ViewControl;
  /** Whether the editor covers the whole screen, and a function that changes it. */
  readonly wide: boolean;
  readonly onWide: () => void;
};

/** Zoom of the picture, over its corner. */
export const ViewBar = ({ control, wide, onWide }: ViewBarProps) => {
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
        aria-label={say('workspace.view.zoom', { percent })}
        title={say('workspace.view.actual')}
        onClick={() => zoomActual(control)}
      >
        {percent}
      </Button>
      <MarkButton mark="plus" label={say('workspace.view.zoomIn')} onClick={() => zoomBy(control, 1.5)} />
      <MarkButton mark="fit" label={say('workspace.view.fit')} onClick={control.fit} />
      <MarkButton
        mark="full"
        label={say(wide ? 'workspace.view.leaveFullScreen' : 'workspace.view.fullScreen')}
        pressed={wide}
        onClick={onWide}
      />
    </div>
  );
};
