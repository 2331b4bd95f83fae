import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VideoSettings } from '../../site/engine/video/types.ts';
import { CLIP } from './clips.ts';
import { type Laboratory, openLaboratory } from './lab.ts';
import type { ClipOptions } from './page/clip.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory({ entry: 'video' });
});
afterAll(async () => {
  expect(lab.complaints).toEqual([]);
  await lab.close();
});

/** Creates a clip, removes its watermark in the page, plays the result, and returns the measurements. */
const clean = (options: ClipOptions, change: Partial<VideoSettings> = {}) =>
  lab.page.evaluate(
    async ([clipOptions, settings]) => {
      const { file, blob: made, ...found } = await window.video.clean(clipOptions, settings);
      const { video } = window;
      return {
        ...found,
        source: await video.facts(file),
        facts: await video.facts(made),
        played: await video.plays(made),
      };
    },
    [options, change] as const,
  );

type Found = Awaited<ReturnType<typeof clean>>;

function expectSameTimes({ times, sourceTimes }: Found, within = 1e-9): void {
  expect(times).toHaveLength(sourceTimes.length);
  for (const [i, time] of times.entries())
    expect(Math.abs(time - (sourceTimes[i] as number))).toBeLessThanOrEqual(within);
}

describe('a translucent mark', () => {
  const cases: readonly (readonly [string, ClipOptions])[] = [
    ['H.264 in MP4, 24 frames a second, AAC', { ...CLIP, sound: 'aac' }],
    ['VP9 in WebM, uneven times, Opus', { ...CLIP, rate: 'uneven', sound: 'opus', codec: 'vp9', container: 'webm' }],
    ['AV1 in WebM, 29.97 frames a second', { ...CLIP, rate: '29.97', codec: 'av1', container: 'webm' }],
    [
      'H.264 in MOV, turned, uneven times, AAC',
      { ...CLIP, rate: 'uneven', rotation: 90, sound: 'aac', container: 'mov' },
    ],
  ];
  it.each(cases)('is un-blended: %s', async (_, options) => {
    const found = await clean({ ...options, mark: 'see-through' });
    expect(found.worst).toBeGreaterThan(31);
    expect(found.mean).toBeGreaterThan(found.before.mean + 15);
    expect(found.outside).toBeGreaterThan(found.before.outside - 2);
    expect(found.flicker).toBeLessThan(1.2);
    expectSameTimes(found);
    if (options.sound) {
      expect(found.soundPackets).toBeGreaterThan(50);
      expect(found.sameSound).toBe(true);
    }
    expect(found.facts).toMatchObject({ rotation: found.source.rotation, colour: found.source.colour });
    const turned = options.rotation === 90;
    expect(found.played).toMatchObject({ width: turned ? 96 : 160, height: turned ? 160 : 96 });
  });

  it('is un-blended with far less error than filling each frame by Telea', async () => {
    const options = { ...CLIP, mark: 'see-through' } as const;
    const [found, telea] = await lab.page.evaluate(async (clipOptions) => {
      const { blob: _, file: __, ...cleaned } = await window.video.clean(clipOptions);
      return [cleaned, window.video.filledAlone(await window.video.makeClip(clipOptions), 6)] as const;
    }, options);
    expect(found.mean).toBeGreaterThan(telea.mean + 12);
    expect(found.worst).toBeGreaterThan(telea.worst + 8);
  });
});

describe('a box of one opacity over a picture that never moves', () => {
  const still = { ...CLIP, width: 256, height: 160, frames: 24, mark: 'box' } as const;
  it.each([
    ['colour bars, half white', { ...still, scene: 'bars', opacity: 0.5 }],
    ['dead leaves, 70 % black', { ...still, scene: 'still', opacity: 0.7, luma: 16 }],
  ] as const)('is un-blended: %s', async (_, options) => {
    const found = await lab.page.evaluate(async (clipOptions) => {
      const { before, worst } = await window.video.clean(clipOptions);
      return { before: before.mean, worst };
    }, options);
    expect(found.before).toBeLessThan(15);
    expect(found.worst).toBeGreaterThan(30);
  });
});

describe('an opaque mark', () => {
  it('is filled from other frames without flicker, from MKV to MP4', async () => {
    const found = await clean({ ...CLIP, rate: '29.97', mark: 'opaque', sound: 'aac', container: 'mkv' });
    expect(found.worst).toBeGreaterThan(26);
    expect(found.mean).toBeGreaterThan(34);
    expect(found.flicker).toBeLessThan(1.2);
    expectSameTimes(found);
    expect(found.sameSound).toBe(true);
  });

  it('is followed along its keyframes', async () => {
    const found = await clean({ ...CLIP, mark: 'opaque', travel: 40 });
    expect(found.worst).toBeGreaterThan(24);
    expect(found.mean).toBeGreaterThan(32);
    expect(found.flicker).toBeLessThan(1.2);
  });
});

describe('what is not marked', () => {
  const ordinary = { ...CLIP, width: 256, height: 160, frames: 36, bitsPerPixel: 0.5, mark: 'opaque' } as const;
  it.each(['avc', 'vp9'] as const)(
    'stays within 40 dB of the source, in a file as large as said: %s',
    async (codec) => {
      const found = await lab.page.evaluate(
        async ([options, written]) => {
          const { host, kept, makeClip, settingsFor } = window.video;
          const clip = await makeClip(options);
          await host.call({ kind: 'open', file: clip.file, name: 'clip.mp4' });
          const container = written === 'avc' ? 'mp4' : 'webm';
          const settings = settingsFor(clip, options, { method: 'fast', codec: written, container });
          const size = await host.call({ kind: 'size', settings });
          const small = await host.call({ kind: 'size', settings: { ...settings, quality: 'small' } });
          const output = await host.call({ kind: 'run', settings, target: { kind: 'browser' } });
          if (!size.ok || !small.ok || !output.ok) throw new Error(JSON.stringify([size, small, output]));
          const { file } = output.value;
          return { size: size.value, small: small.value, bytes: file.size, kept: await kept(clip, file) };
        },
        [ordinary, codec] as const,
      );
      expect(found.kept).toBeGreaterThan(40);
      expect(found.size.measured).toBe(true);
      expect(found.bytes / found.size.bytes).toBeGreaterThan(0.7);
      expect(found.bytes / found.size.bytes).toBeLessThan(1.3);
      expect(found.small.bytes).toBeLessThan(found.size.bytes);
    },
  );
});

describe('processing', () => {
  it('uses no more memory for a minute than for five seconds', async () => {
    const small = {
      ...CLIP,
      width: 96,
      height: 64,
      speed: 1,
      mark: 'opaque',
    } as const;
    const peakOf = (frames: number, rate: '8' | '24') =>
      lab.page.evaluate(async (options) => (await window.video.clean(options)).result, { ...small, frames, rate });
    const [short, long] = [await peakOf(120, '24'), await peakOf(480, '8')];
    expect(long.frames).toBe(480);
    expect(long.duration).toBeCloseTo(60, 0);
    expect(long.peak).toEqual(short.peak);
    // The frames searched for each frame, and itself.
    expect(short.peak.frames).toBe(41);
  });

  it('reports stages, speed and remaining time', async () => {
    const { progress } = await clean({ ...CLIP, frames: 72, mark: 'opaque' });
    expect(progress[0]?.stage).toBe('analyse');
    expect(progress.at(-1)).toMatchObject({ stage: 'process', done: 72, total: 72 });
    expect(progress.some(({ fps, etaMs }) => fps !== null && fps > 0 && etaMs !== null)).toBe(true);
  });

  it('processes a part with its sound', async () => {
    const found = await lab.page.evaluate(
      async (options) => {
        const { blob: made, result } = await window.video.clean(options, { from: 0.5, to: 1.5 });
        const [video, sound] = [await window.video.times(made, 'video'), await window.video.times(made, 'audio')];
        return { result, video, sound };
      },
      { ...CLIP, mark: 'see-through', sound: 'opus' } as const,
    );
    expect(found.result.frames).toBe(24);
    expect(found.video[0]).toBe(0);
    expect(found.video.at(-1)).toBeCloseTo(23 / 24, 4);
    expect(found.sound[0]).toBeGreaterThanOrEqual(0);
    expect(found.sound[0]).toBeLessThan(0.021);
    expect(found.sound.at(-1)).toBeLessThan(1);
  });

  it('reports by how much a part is earlier than in the source: by its first frame, not by where it was cut', async () => {
    const found = await lab.page.evaluate(
      async (options) => {
        const { result, times, sourceTimes } = await window.video.clean(options, { from: 0.51, to: 1 });
        return { shift: result.shift, times, sourceTimes };
      },
      { ...CLIP, frames: 30 } as const,
    );
    expect(found.shift).toBeCloseTo(12 / 24, 6);
    expect(found.times.length).toBeGreaterThan(5);
    for (const [at, time] of found.times.entries())
      expect(time + found.shift).toBeCloseTo(found.sourceTimes[12 + at] as number, 4);
  });

  it('pauses, resumes, and ends at a cancel', async () => {
    const found = await lab.page.evaluate(
      async (options) => {
        const { host, makeClip, settingsFor } = window.video;
        const clip = await makeClip(options);
        await host.call({ kind: 'open', file: clip.file, name: 'clip.mp4' });
        const settings = settingsFor(clip, options, { method: 'fast' });
        const controller = new AbortController();
        let frames = 0;
        let paused = 0;
        const outcome = await host.call(
          { kind: 'run', settings, target: { kind: 'browser' } },
          {
            signal: controller.signal,
            onProgress: ({ done, stage }) => {
              if (stage !== 'process') return;
              frames = done;
              if (done === 10) {
                host.pause(true);
                setTimeout(() => {
                  paused = frames;
                  setTimeout(() => {
                    paused = frames - paused;
                    host.pause(false);
                  }, 300);
                }, 300);
              }
              if (done === 60) controller.abort();
            },
          },
        );
        const next = await host.call({ kind: 'look', of: 'source', time: 1, longSide: 100 });
        return { outcome, paused, frames, next: next.ok && next.value !== null };
      },
      { ...CLIP, frames: 300, mark: 'opaque' } as const,
    );
    expect(found.paused).toBe(0);
    expect(found.frames).toBe(60);
    expect(found.outcome).toEqual({ ok: false, error: { code: 'job.cancelled' } });
    expect(found.next).toBe(true);
  });
});
