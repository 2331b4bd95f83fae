import { useSite } from '@safelight/sitegen/runtime';
import { useEffect, useMemo } from 'react';
import type { Step } from './events.ts';
import type { EventParams } from './record.ts';
import { mayTrack, type TrackingSettings, trackingSettings } from './settings.ts';
import type { TrackedTool, Tracker } from './start.ts';

/** Reports that a step was taken. Does nothing while tracking is off. */
export type Report = (params?: EventParams) => void;

export type Tracking = { readonly select: Report; readonly generate: Report; readonly download: Report };

type Reported = { readonly tool: TrackedTool; readonly step: Step; readonly params: EventParams | undefined };

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
  return (settings: TrackingSettings, { tool, step, params }: Reported): void => {
    tracker ??= start(settings);
    tracker.then((track) => track?.(tool, step, params));
  };
};

/** The one client of this visit; it loads its code with the first event. */
const report = createClient();

/** Reports to the owner's collector that the tool was entered; returns a function for each of the other steps. */
export const useTracking = (tool: TrackedTool): Tracking => {
  const { custom } = useSite();
  const send = useMemo(() => {
    const settings = trackingSettings(custom);
    return (step: Step, params?: EventParams) => {
      if (settings && mayTrack(navigator)) report(settings, { tool, step, params });
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
