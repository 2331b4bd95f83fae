import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input, type InputTrack, VideoSampleSink } from 'mediabunny';
import { yuvOf } from '../../../site/engine/codecs/frames.ts';
import { telea } from '../../../site/engine/ops/fill/telea.ts';
import { UNCHANGED } from '../../../site/engine/ops/geometry/geometry.ts';
import { createVideoHost, type VideoHost, type VideoHostOptions } from '../../../site/engine/video/host.ts';
import type { VideoSetup } from '../../../site/engine/video/protocol.ts';
import { startVideoWorker } from '../../../site/engine/video/start.ts';
import type { Mark, VideoProgress, VideoResult, VideoSettings } from '../../../site/engine/video/types.ts';
import { psnrAt } from '../../unit/site/engine/ops/video/clips.ts';
import { type Clip, type ClipOptions, makeClip, partOfClip } from './clip.ts';

/** API for tests through `page.evaluate`. */
export type VideoLab = {
  readonly host: VideoHost;
  /** A host whose worker terminates silently on a request for a time before the start. */
  readonly fragile: VideoHost;
  /** Another host, and how many workers it has started. */
  readonly createHost: (options: VideoHostOptions) => { readonly host: VideoHost; readonly started: () => number };
  readonly makeClip: typeof makeClip;
  readonly partOf: typeof partOfClip;
  /** Settings with one mark at the clip's watermark. */
  readonly settingsFor: (clip: Clip, options: ClipOptions, change?: Partial<VideoSettings>) => VideoSettings;
  /** Creates a clip, removes its watermark, and measures the result. */
  readonly clean: (options: ClipOptions, change?: Partial<VideoSettings>) => Promise<Cleaned>;
  readonly compare: (clip: Clip, file: Blob) => Promise<Compared>;
  /** Minimum PSNR of luma outside the mark in dB, between the frames of a file and the decoded clip. */
  readonly kept: (clip: Clip, file: Blob) => Promise<number>;
  /** Minimum and mean PSNR inside the mark when single frames are filled by Telea's method. */
  readonly filledAlone: (clip: Clip, every: number) => { readonly worst: number; readonly mean: number };
  readonly times: (file: Blob, kind: 'video' | 'audio') => Promise<readonly number[]>;
  readonly sound: (file: Blob) => Promise<readonly string[]>;
  readonly plays: (
    file: Blob,
  ) => Promise<{ readonly width: number; readonly height: number; readonly duration: number }>;
  readonly facts: (
    file: Blob,
  ) => Promise<{ readonly codec: string | null; readonly rotation: number; readonly colour: VideoColorSpaceInit }>;
  readonly base64: (file: Blob) => Promise<string>;
};
export type Compared = {
  /** PSNR of luma inside the mark in dB: minimum over all frames, and mean. */
  readonly worst: number;
  readonly mean: number;
  readonly outside: number;
  /** Change between frames inside the mark, relative to that of the clean clip. */
  readonly flicker: number;
};
export type Cleaned = Compared & {
  readonly before: Compared;
  readonly result: Omit<VideoResult, 'file'>;
  readonly sourceTimes: readonly number[];
  readonly times: readonly number[];
  readonly sameSound: boolean | null;
  readonly soundPackets: number;
  readonly progress: readonly VideoProgress[];
  readonly file: File;
  readonly blob: Blob;
};

declare global {
  interface Window {
    video: VideoLab;
  }
}

const setup: Omit<VideoSetup, 'runtime'> = {
  backend: 'wasm',
  threads: 1,
  manifestUrl: new URL('/models/manifest.json', location.href).href,
  // Only the benchmark selects a network.
  inpaint: location.hash.slice(1) || null,
};
const host = createVideoHost(startVideoWorker, setup);
const fragile = createVideoHost(
  () => new Worker(new URL('./fragile-video.worker.ts', import.meta.url), { type: 'module' }),
  setup,
);

async function trackOf(file: Blob, kind: 'video' | 'audio'): Promise<InputTrack> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  const track = kind === 'video' ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack();
  if (!track) throw new Error(`There is no ${kind}.`);
  return track;
}

async function* framesOf(file: Blob) {
  const track = await trackOf(file, 'video');
  if (!track.isVideoTrack()) throw new Error('No video.');
  for await (const sample of new VideoSampleSink(track).samples()) {
    const frame = await yuvOf(sample);
    sample.close();
    yield frame;
  }
}

async function* packetsOf(file: Blob, kind: 'video' | 'audio') {
  yield* new EncodedPacketSink(await trackOf(file, kind)).packets();
}

function markOf({ box, times }: Clip, { rotation, height, travel = 0 }: ClipOptions): Mark {
  const [x, y, width, boxHeight] =
    rotation === 90
      ? [height - box.y - box.height, box.x, box.height, box.width]
      : [box.x, box.y, box.width, box.height];
  const keys =
    travel === 0
      ? [{ time: 0, x, y }]
      : [
          { time: 0, x, y },
          { time: times.at(-1) ?? 0, x: x + travel, y },
        ];
  return { id: 'mark', width, height: boxHeight, shape: null, moves: travel !== 0, path: keys };
}

const lab: VideoLab = {
  host,
  fragile,
  createHost: (options) => {
    let count = 0;
    const startWorker = () => {
      count += 1;
      return startVideoWorker();
    };
    return { host: createVideoHost(startWorker, setup, options), started: () => count };
  },
  makeClip,
  partOf: partOfClip,
  settingsFor: (clip, options, change) => ({
    marks: [markOf(clip, options)],
    method: 'auto',
    from: null,
    to: null,
    container: options.codec === 'avc' ? 'mp4' : 'webm',
    codec: options.codec,
    quality: 'source',
    geometry: UNCHANGED,
    ...change,
  }),
  clean: async (options, change) => {
    const clip = await makeClip(options);
    const opened = await host.call({ kind: 'open', file: clip.file, name: clip.file.name });
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    const settings = lab.settingsFor(clip, options, change);
    const progress: VideoProgress[] = [];
    const outcome = await host.call(
      { kind: 'run', settings, target: { kind: 'browser' } },
      { onProgress: (one) => progress.push(one) },
    );
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    const { file, ...result } = outcome.value;
    const sound = options.sound ? [await lab.sound(clip.file), await lab.sound(file)] : null;
    return {
      ...(await lab.compare(clip, file)),
      before: await lab.compare(clip, clip.file),
      result,
      sourceTimes: await lab.times(clip.file, 'video'),
      times: await lab.times(file, 'video'),
      sameSound: sound && JSON.stringify(sound[0]) === JSON.stringify(sound[1]),
      soundPackets: sound?.[1]?.length ?? 0,
      progress,
      file: clip.file,
      blob: file,
    };
  },
  compare: async ({ clean, marked }, file) => {
    let [worst, sum, outside, frames, change, cleanChange] = [
      Number.POSITIVE_INFINITY,
      0,
      Number.POSITIVE_INFINITY,
      0,
      0,
      0,
    ];
    let last: { readonly cleaned: Uint8Array; readonly clean: Uint8Array } | null = null;
    for await (const frame of framesOf(file)) {
      const reference = clean(frames);
      const index = frames;
      const inside = psnrAt(frame, reference, (at) => marked(at, index));
      worst = Math.min(worst, inside);
      sum += inside;
      outside = Math.min(
        outside,
        psnrAt(frame, reference, (at) => !marked(at, index)),
      );
      for (let at = 0; last && at < frame.width * frame.height; at++) {
        if (!marked(at, index)) continue;
        change += Math.abs((frame.data[at] as number) - (last.cleaned[at] as number));
        cleanChange += Math.abs((reference.data[at] as number) - (last.clean[at] as number));
      }
      last = { cleaned: frame.data, clean: reference.data };
      frames++;
    }
    return { worst, mean: sum / frames, outside, flicker: change / cleanChange };
  },
  kept: async ({ file: source, marked }, file) => {
    const originals = framesOf(source);
    let [worst, index] = [Number.POSITIVE_INFINITY, 0];
    for await (const frame of framesOf(file)) {
      const { value: original } = await originals.next();
      if (!original) throw new Error('The file has more frames than its source.');
      const at = index++;
      worst = Math.min(
        worst,
        psnrAt(frame, original, (pixel) => !marked(pixel, at)),
      );
    }
    return worst;
  },
  filledAlone: ({ clean, marked, times }, every) => {
    const found: number[] = [];
    for (let t = 0; t < times.length; t += every) {
      const frame = clean(t);
      const { width, height } = frame;
      const luma = Float32Array.from(frame.data.subarray(0, width * height), (value) => value / 255);
      const hole = Uint8Array.from(luma, (_, at) => (marked(at, t) ? 255 : 0));
      const work = telea({ width, height, planes: [luma] }, { width, height, data: hole });
      let step = work.next();
      while (!step.done) step = work.next();
      const data = Uint8Array.from(step.value.planes[0] as Float32Array, (value) =>
        Math.round(Math.min(1, Math.max(0, value)) * 255),
      );
      found.push(psnrAt({ width, height, data }, frame, (at) => marked(at, t)));
    }
    return { worst: Math.min(...found), mean: found.reduce((sum, one) => sum + one, 0) / found.length };
  },
  times: async (file, kind) => {
    const times: number[] = [];
    for await (const packet of packetsOf(file, kind)) times.push(packet.timestamp);
    return times.sort((a, b) => a - b);
  },
  sound: async (file) => {
    const packets: string[] = [];
    for await (const packet of packetsOf(file, 'audio'))
      packets.push(`${Math.round(packet.timestamp * 1000)} ${btoa(String.fromCharCode(...packet.data))}`);
    return packets;
  },
  plays: async (file) => {
    const element = document.createElement('video');
    element.src = URL.createObjectURL(file);
    element.muted = true;
    await element.play();
    await new Promise((resolve) => {
      element.onended = resolve;
      element.playbackRate = 8;
    });
    return { width: element.videoWidth, height: element.videoHeight, duration: element.duration };
  },
  facts: async (file) => {
    const track = await trackOf(file, 'video');
    if (!track.isVideoTrack()) throw new Error('No video.');
    return {
      codec: await track.getCodecParameterString(),
      rotation: await track.getRotation(),
      colour: await track.getColorSpace(),
    };
  },
  base64: async (file) => {
    let text = '';
    for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  },
};
window.video = lab;
