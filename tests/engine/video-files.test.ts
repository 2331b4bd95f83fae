import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('a file', () => {
  type Failure = 'empty' | 'text' | 'cut' | 'codec' | 'level' | 'pictures' | 'index';
  const open = (failure: Failure, change: Partial<ClipOptions> = {}) =>
    lab.page.evaluate(
      async ([kind, options]) => {
        const { host, makeClip, settingsFor } = window.video;
        const clip = await makeClip(options);
        const letters = Array.from(new Uint8Array(await clip.file.arrayBuffer()), (byte) => String.fromCharCode(byte));
        const bytes = (text: string) => new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
        const file = {
          empty: () => new Blob([]),
          text: () => new Blob(['not a video at all, only words']),
          cut: () => clip.file.slice(0, clip.file.size * 0.6),
          codec: () => bytes(letters.join('').replaceAll('avc1', 'jpeg')),
          index: () => bytes(letters.join('').replaceAll('moov', 'free')),
          level: () => bytes(letters.join('').replace(/(?<=avcC...)./s, '\t')),
          pictures: () => bytes(letters.join('').replace(/(?<=mdat).+/s, (all) => '\0'.repeat(all.length))),
        }[kind]();
        const opened = await host.call({ kind: 'open', file, name: 'some.webm' });
        if (!opened.ok || kind !== 'cut') return { opened };
        const settings = settingsFor(clip, options, { method: 'fast' });
        const outcome = await host.call({ kind: 'run', settings, target: { kind: 'browser' } });
        return {
          opened,
          frames: outcome.ok ? outcome.value.frames : outcome,
          notes: outcome.ok && outcome.value.notes,
        };
      },
      [failure, { ...CLIP, mark: 'opaque', codec: 'vp9', container: 'webm', ...change }] as const,
    );

  it.each([
    ['is empty', 'empty', { code: 'file.empty' }],
    ['is none', 'text', { code: 'file.wrongTypeVideo' }],
    ['has a codec without a decoder here', 'codec', { code: 'video.undecodable', codec: 'Motion JPEG' }],
    ['has lost its pictures', 'pictures', { code: 'file.damaged' }],
    ['has no index', 'index', { code: 'file.damaged' }],
  ] as const)('that %s is refused with a reason', async (_, failure, error) => {
    const { opened } = await open(failure, { frames: 2, codec: 'avc', container: 'mp4' });
    expect(opened).toMatchObject({ ok: false, error });
  });

  it('of H.264 level 1b, whose name browsers do not know, is opened', async () => {
    expect((await open('level', { frames: 2, codec: 'avc', container: 'mp4' })).opened).toMatchObject({ ok: true });
  });

  it('that is truncated is processed up to its end', async () => {
    const { opened, frames, notes } = await open('cut', { codec: 'avc', container: 'mp4' });
    expect(opened.ok).toBe(true);
    expect(frames).toBeGreaterThan(10);
    expect(frames).toBeLessThan(48);
    expect(notes).toMatchObject([{ code: 'video.cut' }]);
  });

  it('reports its content, and where a mark does not move', async () => {
    const found = await lab.page.evaluate(
      async (options) => {
        const { host, makeClip } = window.video;
        const clip = await makeClip(options);
        const opened = await host.call({ kind: 'open', file: clip.file, name: 'clip.mp4' });
        const marks = await host.call({ kind: 'find' });
        return { info: opened.ok ? opened.value : null, marks: marks.ok ? marks.value : marks, box: clip.box };
      },
      { ...CLIP, frames: 96, mark: 'see-through', sound: 'aac' } as const,
    );
    expect(found.info).toMatchObject({
      width: 160,
      height: 96,
      codec: 'H.264',
      audio: ['AAC'],
      frames: 96,
      variable: false,
    });
    expect(found.info?.audioFits).toEqual({ mp4: true, webm: false });
    expect(found.marks).toHaveLength(1);
    const [mark] = found.marks as { x: number; y: number; width: number; height: number }[];
    expect(mark!.x).toBeLessThanOrEqual(found.box.x);
    expect(mark!.x + mark!.width).toBeGreaterThanOrEqual(found.box.x + found.box.width - 3);
    expect(mark!.width).toBeLessThan(found.box.width + 30);
  });
});

describe('a step from frame to frame', () => {
  it.each(['mp4', 'webm'] as const)(
    'leads to each frame of %s once, where they come at uneven times',
    async (container) => {
      const found = await lab.page.evaluate(
        async (options) => {
          const { host, makeClip, times } = window.video;
          const { file } = await makeClip(options);
          await host.call({ kind: 'open', file, name: 'clip' });
          const steps = async (time: number, by: -1 | 1) => {
            const reached: number[] = [];
            for (let at = time; ; ) {
              const next = await host.call({ kind: 'step', time: at, by });
              if (!next.ok || next.value.time === at) return reached;
              at = next.value.time;
              reached.push(at);
            }
          };
          const all = await times(file, 'video');
          return { all, ahead: await steps(all[0] as number, 1), back: await steps(all.at(-1) as number, -1) };
        },
        { ...CLIP, frames: 12, rate: 'uneven', codec: container === 'mp4' ? 'avc' : 'vp9', container } as const,
      );
      expect(found.all).toHaveLength(12);
      expect(found.ahead).toEqual(found.all.slice(1));
      expect(found.back).toEqual(found.all.slice(0, -1).reverse());
    },
  );
});

describe('a video worker that terminates silently', () => {
  it('fails its task, and the next task starts a new worker that reopens the video', async () => {
    const found = await lab.page.evaluate(
      async (options) => {
        const { fragile, makeClip } = window.video;
        const { file } = await makeClip(options);
        const opened = await fragile.call({ kind: 'open', file, name: 'clip.mp4' });
        const look = (time: number) => fragile.call({ kind: 'look', of: 'source', time, longSide: 64 });
        const died = await look(-1);
        const again = await look(0.5);
        fragile.close();
        return { opened: opened.ok, died, again: again.ok && again.value?.bitmap.width };
      },
      { ...CLIP, frames: 24 } as const,
    );
    expect(found).toMatchObject({
      opened: true,
      died: { ok: false, error: { code: 'device.workerStopped', details: expect.stringContaining('ended by itself') } },
      again: 64,
    });
  });
});

describe('a video worker without tasks', () => {
  it('ends, and the next task starts a new worker that reopens the video and its result', async () => {
    const found = await lab.page.evaluate(
      async (options) => {
        const { createHost, makeClip, settingsFor } = window.video;
        const { host, started } = createHost({ idleMs: 500 });
        const clip = await makeClip(options);
        await host.call({ kind: 'open', file: clip.file, name: 'clip.mp4' });
        const settings = settingsFor(clip, options, { method: 'fast' });
        const result = await host.call({ kind: 'run', settings, target: { kind: 'browser' } });
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        const look = async (of: 'source' | 'result') => {
          const still = await host.call({ kind: 'look', of, time: 0.2, longSide: 64 });
          return still.ok && still.value?.bitmap.width;
        };
        const before = [await look('source'), await look('result'), started()];
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const after = [await look('result'), await look('source'), started()];
        host.close();
        return { before, after };
      },
      { ...CLIP, frames: 12 } as const,
    );
    expect(found).toEqual({ before: [64, 64, 1], after: [64, 64, 2] });
  });
});

describe('a video that is mirrored, turned and cropped', () => {
  it.each([
    // Players may ignore rotation in WebM and mirroring in MP4: pixels are turned.
    { codec: 'vp9', container: 'webm', flipped: false, rotation: 0 },
    { codec: 'avc', container: 'mp4', flipped: true, rotation: 0 },
    { codec: 'avc', container: 'mp4', flipped: false, rotation: 180 },
  ] as const)('shows the same part as its rotated source does: $container, mirrored: $flipped', async (change) => {
    const found = await lab.page.evaluate(
      async ([options, { codec, container, flipped }]) => {
        const { host, makeClip, settingsFor, facts } = window.video;
        const clip = await makeClip(options);
        await host.call({ kind: 'open', file: clip.file, name: 'clip.mp4' });
        const crop = { x: 0.25, y: 0, width: 0.5, height: 0.75 };
        const geometry = { flipped, turns: flipped ? 3 : 1, angle: 0, crop, scale: 1 } as const;
        const settings = settingsFor(clip, options, { method: 'fast', codec, container, geometry });
        const size = await host.call({ kind: 'size', settings });
        const run = await host.call({ kind: 'run', settings, target: { kind: 'browser' } });
        if (!run.ok || !size.ok) throw new Error(JSON.stringify([run, size]));
        const pixels = async (of: 'source' | 'result') => {
          const still = await host.call({
            kind: 'look',
            of,
            time: 0.2,
            longSide: 500,
            ...(of === 'source' && { geometry }),
          });
          if (!still.ok || !still.value) throw new Error('No frame.');
          const { bitmap } = still.value;
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height) as ImageData;
        };
        const [before, after] = [await pixels('source'), await pixels('result')];
        const sum = before.data.reduce((total, value, at) => total + Math.abs(value - (after.data[at] as number)), 0);
        const { file, width, height } = run.value;
        return {
          sizes: [
            [width, height],
            [before.width, before.height],
            [after.width, after.height],
          ],
          rotation: (await facts(file)).rotation,
          difference: sum / before.data.length,
          sizeRatio: size.value.bytes / file.size,
        };
      },
      [{ ...CLIP, mark: 'see-through', frames: 12, rotation: 90 } as const, change] as const,
    );
    // Upright, the source is 96 × 160; turned, 160 × 96.
    expect(found.sizes).toEqual([
      [80, 72],
      [80, 72],
      [80, 72],
    ]);
    expect(found.rotation).toBe(change.rotation);
    expect(found.difference).toBeLessThan(8);
    expect(found.sizeRatio).toBeGreaterThan(0.5);
    expect(found.sizeRatio).toBeLessThan(2);
  });
});
