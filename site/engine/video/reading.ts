import { VideoSampleSink } from 'mediabunny';
import type { ToolError } from '../errors.ts';
import type { Yuv } from '../ops/video/yuv.ts';
import { type Timing, yuvOf } from './frames.ts';
import type { VideoSource } from './source.ts';

export type Range = { readonly from: number; readonly to: number };

export type Frame = Timing & { readonly yuv: Yuv };

/**
 * Decoded frames of a range, in seconds, in the order of time. The first that cannot be decoded ends them and is told:
 * a damaged video is good up to there. So is one whose file ends sooner than its index says.
 */
export async function* framesOf(
  { track, info }: VideoSource,
  { from, to }: Range,
  note: (error: ToolError) => void = () => undefined,
): AsyncGenerator<Frame, void> {
  let end = Math.max(from, info.start);
  let told = false;
  const tell = (details: string) => {
    told = true;
    note({ code: 'video.cut', time: (end - info.start) * 1000, details });
  };
  // Seconds: what a container rounds off, or counts beyond the last frame, is no loss.
  const missing = 0.1 + 2 / Math.max(1, info.fps);
  const samples = new VideoSampleSink(track).samples(from, to);
  try {
    for (;;) {
      const step = await samples.next().catch((error: unknown) => {
        tell(String(error));
        return { done: true, value: undefined } as const;
      });
      if (step.done) {
        if (!told && Math.min(to, info.start + info.duration) - end > missing)
          tell('The file ends before its last frame.');
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
    // Frames that were decoded ahead are closed by this.
    await samples.return();
  }
}
