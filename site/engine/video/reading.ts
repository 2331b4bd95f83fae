import { VideoSampleSink } from 'mediabunny';
import { type Timing, yuvOf } from '../codecs/frames.ts';
import type { ToolError } from '../errors.ts';
import type { Yuv } from '../ops/video/yuv.ts';
import type { VideoSource } from './source.ts';

export type Range = { readonly from: number; readonly to: number };

export type Frame = Timing & { readonly yuv: Yuv };

/**
 * Decoded frames of a range in seconds, by time. Ends at the first frame that cannot be decoded, or where the file ends
 * before its index does, and reports that to `note`: the frames before are usable.
 */
export async function* framesOf(
  { track, info }: VideoSource,
  { from, to }: Range,
  note: (error: ToolError) => void = () => undefined,
): AsyncGenerator<Frame, void> {
  let end = Math.max(from, info.start);
  let reported = false;
  const report = (details: string) => {
    reported = true;
    note({ code: 'video.cut', time: (end - info.start) * 1000, details });
  };
  // Containers round durations and may count past the last frame.
  const toleranceSeconds = 0.1 + 2 / Math.max(1, info.fps);
  const samples = new VideoSampleSink(track).samples(from, to);
  try {
    for (;;) {
      const step = await samples.next().catch((error: unknown) => {
        report(String(error));
        return { done: true, value: undefined } as const;
      });
      if (step.done) {
        if (!reported && Math.min(to, info.start + info.duration) - end > toleranceSeconds)
          report('The file ends before its last frame.');
        return;
      }
      const { timestamp, duration } = step.value;
      try {
        yield { yuv: await yuvOf(step.value), timestamp, duration };
      } finally {
        step.value.close();
      }
      end = timestamp + duration;
    }
  } finally {
    // Closes frames that were decoded ahead.
    await samples.return();
  }
}
