import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMetadata } from '../../site/engine/codecs/metadata.ts';
import type { EncodeOptions } from '../../site/engine/types.ts';
import { exifOf } from './exif.ts';
import { base64, decode, quarters } from './files.ts';
import { type Laboratory, openLaboratory } from './lab.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.close());

/** Encodes a gradient with a translucent left half, opens the file, and measures the largest difference. */
function roundTrip(options: Partial<EncodeOptions>, size: readonly [number, number] = [64, 48]) {
  return lab.page.evaluate(
    async ({ change, width, height }) => {
      const { engine, pixels, job, step, run } = window.lab;
      const opaque = change.type === 'image/jpeg';
      const picture = pixels(width, height, (x, y) => [
        Math.round((200 * x) / width) + 20,
        Math.round((200 * y) / height) + 20,
        90,
        x < width / 2 && !opaque ? 128 : 255,
      ]);
      const { signal } = new AbortController();
      const encoding = { type: 'image/png', quality: 1, metadata: 'strip', matte: [255, 255, 255], ...change } as const;
      const encoded = await engine.encode({ pixels: picture, options: encoding, original: null }, { signal });
      if (!encoded.ok) return { error: encoded.error, type: null, maxError: Number.NaN, bytes: 0 };
      const { outcome } = await run(job(encoded.value, [step('same')]));
      const result = outcome.ok ? outcome.value.values.result : undefined;
      if (!result || !('data' in result) || result.width !== width || result.height !== height) {
        return { error: outcome, type: encoded.value.type, maxError: Number.NaN, bytes: 0 };
      }
      const maxError = [...result.data].reduce(
        (far: number, value, i) => Math.max(far, Math.abs(value - (picture.data[i] ?? 0))),
        0,
      );
      return { error: null, type: encoded.value.type, maxError, bytes: encoded.value.size };
    },
    { change: options, width: size[0], height: size[1] },
  );
}

describe('encoding', () => {
  it('keeps its worker where a cancel comes while the browser encodes, and drops the result', async () => {
    const found = await lab.page.evaluate(async () => {
      const { engine, pixels, job, step, run } = window.lab;
      const small = pixels(2, 2, () => [1, 2, 3, 255]);
      await run(job(small, [step('same')]));
      const { started } = engine.state();
      // Noise is slow to encode.
      const noise = (x: number, y: number) =>
        Math.imul(Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663), 83_492_791);
      const large = pixels(3000, 3000, (x, y) => [noise(x, y) >>> 24, noise(y, x) >>> 24, noise(x, x ^ y) >>> 24, 255]);
      const options = { type: 'image/webp', quality: 1, metadata: 'strip', matte: [255, 255, 255] } as const;
      const stop = new AbortController();
      const encoding = engine.encode({ pixels: large, options, original: null }, { signal: stop.signal });
      setTimeout(() => stop.abort(), 400);
      const cancelled = await encoding;
      const next = await run(job(small, [step('same')]));
      return { cancelled: cancelled.ok, next: next.outcome.ok, restarts: engine.state().started - started };
    });
    expect(found).toEqual({ cancelled: false, next: true, restarts: 0 });
  });

  it('is lossless in PNG, also in translucent pixels', async () => {
    expect(await roundTrip({ type: 'image/png' })).toMatchObject({ error: null, type: 'image/png', maxError: 0 });
    expect(await roundTrip({ type: 'image/png' }, [1, 1])).toMatchObject({ maxError: 0 });
  });

  it.each([
    ['image/jpeg', 12],
    ['image/webp', 12],
    ['image/avif', 12],
    // Its colour space is coarse where a channel is dark beside a bright one.
    ['image/jxl', 30],
  ] as const)('comes back from %s nearly as it was', async (type, limit) => {
    for (const size of [
      [64, 48],
      [33, 17],
    ] as const) {
      const found = await roundTrip({ type, quality: 0.95 }, size);
      expect(found).toMatchObject({ error: null, type });
      expect(found.maxError).toBeLessThanOrEqual(limit);
    }
  });

  it.each(['image/jpeg', 'image/webp', 'image/avif', 'image/jxl'] as const)(
    'makes smaller files of less quality: %s',
    async (type) => {
      const high = await roundTrip({ type, quality: 0.95 }, [256, 256]);
      const low = await roundTrip({ type, quality: 0.3 }, [256, 256]);
      expect(low.bytes).toBeLessThan(high.bytes);
    },
  );

  it('reports that a canvas is too small for the picture, and writes it as PNG and JPEG', async () => {
    const found = await lab.page.evaluate(async () => {
      const { create, pixels } = window.lab;
      const engine = create({ canvas: { area: 4096, side: 4096 } });
      const { signal } = new AbortController();
      const picture = pixels(100, 50, (x, y) => [x, y, 0, 255]);
      const encode = (type: 'image/jpeg' | 'image/png' | 'image/webp') =>
        engine.encode(
          { pixels: picture, original: null, options: { type, quality: 1, metadata: 'strip', matte: [0, 0, 0] } },
          { signal },
        );
      const webp = await encode('image/webp');
      const jpeg = await encode('image/jpeg');
      const png = await encode('image/png');
      engine.close();
      return { webp: webp.ok ? null : webp.error, jpeg: jpeg.ok && jpeg.value.type, png: png.ok };
    });
    expect(found).toMatchObject({ webp: { code: 'output.encode', format: 'WebP' }, jpeg: 'image/jpeg', png: true });
  });

  it('is lossless in JPEG XL at quality 100, and reports where memory does not suffice for it', async () => {
    expect((await roundTrip({ type: 'image/jxl', quality: 1 })).maxError).toBeLessThanOrEqual(1);
    const error = await lab.page.evaluate(async () => {
      const { create, pixels } = window.lab;
      const engine = create({ memoryGb: 2, mobile: true });
      const options = { type: 'image/jxl', quality: 1, metadata: 'strip', matte: [0, 0, 0] } as const;
      const encoded = await engine.encode(
        { pixels: pixels(2500, 2000, () => [1, 2, 3, 255]), original: null, options },
        { signal: new AbortController().signal },
      );
      engine.close();
      return encoded.ok ? null : encoded.error;
    });
    expect(error).toMatchObject({ code: 'output.encode', format: 'JPEG XL' });
  });

  it('writes JPEG by MozJPEG, and by a canvas where memory is short or MozJPEG cannot be loaded', async () => {
    const encode = async (memoryGb: number) =>
      lab.page.evaluate(async (memoryGb) => {
        const { create, pixels } = window.lab;
        const engine = create({ memoryGb, mobile: false });
        const picture = pixels(256, 256, (x, y) => [(x * y) % 256, (x * 7) % 256, (y * 5) % 256, 255]);
        const options = { type: 'image/jpeg', quality: 0.9, metadata: 'strip', matte: [0, 0, 0] } as const;
        const encoded = await engine.encode(
          { pixels: picture, original: null, options },
          { signal: new AbortController().signal },
        );
        engine.close();
        return encoded.ok ? encoded.value.size : encoded.error;
      }, memoryGb);
    const isBinary = (url: URL | string) => /mozjpeg_enc.*\.wasm$/.test(String(url));
    const loaded = () => lab.requests.filter(isBinary).length;
    const before = loaded();
    const canvas = await encode(2);
    expect(loaded()).toBe(before);
    expect(await encode(8)).toBeLessThan(canvas as number);
    expect(loaded()).toBe(before + 1);
    await lab.page.context().route(isBinary, (route) => route.abort());
    expect(await encode(8)).toBe(canvas);
    await lab.page.context().unroute(isBinary);
  });

  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/jxl'] as const)(
    'copies metadata according to the option: %s',
    async (type) => {
      const exif = exifOf({ orientation: 6, gps: [48, 51, 29], thumbnail: Uint8Array.of(1, 2, 3, 4) });
      const original = writeMetadata(await quarters(lab, 'image/jpeg'), { exif, xmp: null, profile: false });
      const encode = async (metadata: EncodeOptions['metadata']) => {
        const text = await lab.page.evaluate(
          async ({ content, options }) => {
            const { engine, pixels, bytes } = window.lab;
            const encoded = await engine.encode(
              { pixels: pixels(40, 60, () => [1, 2, 3, 255]), options, original: bytes(content, 'image/jpeg') },
              { signal: new AbortController().signal },
            );
            if (!encoded.ok) throw new Error(encoded.error.code);
            return btoa(String.fromCharCode(...new Uint8Array(await encoded.value.arrayBuffer())));
          },
          { content: base64(original), options: { type, quality: 0.9, metadata, matte: [0, 0, 0] } as const },
        );
        const { info } = await decode(lab, Uint8Array.from(Buffer.from(text, 'base64')));
        return { size: [info?.width, info?.height], ...info?.metadata };
      };
      // The size shows that the picture is not rotated twice.
      expect(await encode('keep')).toMatchObject({ size: [40, 60], exif: true, gps: true });
      expect(await encode('without-gps')).toMatchObject({ size: [40, 60], exif: true, gps: false });
      expect(await encode('strip')).toMatchObject({ size: [40, 60], exif: false, gps: false });
    },
  );

  it('is done for a result in the worker, which returns a file and stored pixels in place of the pixels', async () => {
    const found = await lab.page.evaluate(async () => {
      const { engine, job, pixels, run, step } = window.lab;
      const picture = pixels(20, 10, (x, y) => [x, y, 90, 255]);
      const options = { type: 'image/webp', quality: 0.9, metadata: 'strip', matte: [0, 0, 0] } as const;
      const request = job(picture, [step('negative')], {
        results: [],
        encode: { picture: 'result', svg: null, options, original: null },
      });
      const { outcome, progress } = await run(request);
      if (!outcome.ok || !outcome.value.encoded || outcome.value.encoded.error)
        throw new Error(JSON.stringify(outcome));
      const { file, pixels: stored } = outcome.value.encoded;
      const { signal } = new AbortController();
      // Another format needs no other run, and the worker reads the stored pixels.
      const again = await engine.encode({ pixels: stored, options, original: null }, { signal });
      const next = await run(
        job({ width: 1, height: 1, data: new Uint8ClampedArray(4) }, [step('negative')], {
          source: { kind: 'pixels', id: 'stored', pixels: stored },
        }),
      );
      const back = next.outcome.ok ? next.outcome.value.values.result : undefined;
      const bytes = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];
      return {
        values: Object.keys(outcome.value.values),
        type: file.type,
        size: [stored.width, stored.height, stored.file.size],
        stage: progress.at(-1)?.stage,
        same: again.ok && JSON.stringify(await bytes(again.value)) === JSON.stringify(await bytes(file)),
        back: back && 'data' in back ? [...back.data].every((value, i) => value === picture.data[i]) : next.outcome,
      };
    });
    expect(found).toEqual({
      values: [],
      type: 'image/webp',
      size: [20, 10, 800],
      stage: 'encode',
      same: true,
      back: true,
    });
  });

  it('writes a result in another format where the wanted one cannot be written, and keeps the other values of its job', async () => {
    const found = await lab.page.evaluate(async () => {
      const { create, job, pixels, step } = window.lab;
      const engine = create({ canvas: { area: 4096, side: 4096 } });
      const all = [];
      for (const alpha of [255, 90]) {
        const request = job(
          pixels(100, 50, (x, y) => [x, y, 0, alpha]),
          [step('negative'), { ...step('same'), output: 'kept' }],
          {
            results: ['kept'],
            encode: {
              ...{ picture: 'result', svg: null, original: null },
              options: { type: 'image/webp', quality: 1, metadata: 'strip', matte: [0, 0, 0] },
            },
          },
        );
        const outcome = await engine.run(request, { signal: new AbortController().signal });
        if (!outcome.ok) return outcome;
        const { encoded, values } = outcome.value;
        const { error, file, pixels: stored } = encoded ?? {};
        all.push({ names: Object.keys(values), error, type: file?.type, bytes: stored?.file.size });
      }
      engine.close();
      return all;
    });
    const error = { code: 'output.encode', format: 'WebP' };
    expect(found).toMatchObject([
      { names: ['kept'], error, type: 'image/jpeg', bytes: 20_000 },
      { names: ['kept'], error, type: 'image/png', bytes: 20_000 },
    ]);
  });
});
