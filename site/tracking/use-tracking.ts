import { useEffect, useMemo } from 'react';
import { useSite } from 'sitegen/runtime';
import type { Step } from './events.ts';
import type { EventParams } from './record.ts';
import { mayTrack, type TrackingSettings, trackingSettings } from './settings.ts';
import type { TrackedTool, Tracker } from './start.ts';

/** Tells that a step was taken. Does nothing where tracking is off. */
export type Tell = (params?: EventParams) => void;

export type Tracking = { readonly select: Tell; readonly generate: Tell; readonly download: Tell };

type Told = { readonly tool: TrackedTool; readonly step: Step; readonly params: EventParams | undefined };

const createClient = () => {
  let tracker: Promise<Tracker | null> | null = null;
  const start = (settings: TrackingSettings): Promise<Tracker | null> =>
    import('./start.ts').then(
      ({ startTracking }) => startTracking(settings, window),
      (error: unknown) => {
        console.warn('Tracking: its code could not be loaded.', error);
        return null;
      },
    );
  return (settings: TrackingSettings, { tool, step, params }: Told): void => {
    tracker ??= start(settings);
    tracker.then((track) => track?.(tool, step, params));
  };
};

/** The one client of this visit; it loads its code with the first event. */
const tell = createClient();

/** Tells the owner's collector that the tool was entered, and gives what to call at its other steps. */
export const useTracking = (tool: TrackedTool): Tracking => {
  const { custom } = useSite();
  const send = useMemo(() => {
    const settings = trackingSettings(custom);
    return (step: Step, params?: EventParams) => {
      if (settings && mayTrack(navigator)) tell(settings, { tool, step, params });
    };
  }, [custom, tool]);
  useEffect(() => send('enter'), [send]);
  return useMemo(
    () => ({
      select: (params) => send('select', params),
      generate: (params) => send('generate', params),
      download: (params) => send('download', params),
    }),
    [send],
  );
};
