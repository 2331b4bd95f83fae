import { useEffect, useState } from 'react';
import { framingOf, MIN_SIDE_PX } from '../../engine/video/framing.ts';
import { CropDialog, CropEditor, type Cropping } from '../../workspace/crop/CropEditor.tsx';
import { useWords } from '../../workspace/use-words.ts';
import { FrameCanvas } from './FrameCanvas.tsx';
import type { VideoWork } from './use-video.ts';

/** Crops, turns and mirrors what is written, over the current frame of the source. */
export const VideoCrop = ({ video, onClose }: { readonly video: VideoWork; readonly onClose: () => void }) => {
  const { say, units } = useWords();
  const { state, dispatch, look } = video;
  const { info, settings, time } = state;
  const [cropping, setCropping] = useState<Cropping>({ geometry: settings.geometry, aspect: 'free' });
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isClosed = false;
    void look('source', time).then((still) => {
      if (isClosed) still?.bitmap.close();
      else setBitmap(still?.bitmap ?? null);
    });
    return () => {
      isClosed = true;
    };
  }, [look, time]);
  useEffect(() => () => bitmap?.close(), [bitmap]);
  if (!info) return null;
  return (
    <CropDialog onClose={onClose}>
      <CropEditor
        size={info}
        cropping={cropping}
        onChange={setCropping}
        minPx={MIN_SIDE_PX}
        resamples={false}
        shown={<FrameCanvas bitmap={bitmap} label={say('workspace.view.original')} />}
        noteOf={(geometry) => {
          const { width, height } = framingOf(info.view, geometry).view.upright;
          return say('workspace.size.pixels', { width: units.number(width), height: units.number(height) });
        }}
        applying={false}
        onApply={(geometry) => {
          if (JSON.stringify(geometry) !== JSON.stringify(settings.geometry))
            dispatch({ kind: 'set', settings: { geometry } });
          onClose();
        }}
      />
    </CropDialog>
  );
};
