import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adaptExif, hasGps, orientationOf } from '../../../../../site/engine/codecs/exif.ts';
import { exifOf } from '../../../../engine/exif.ts';

const preview = new TextEncoder().encode('THE OLD PICTURE');
const whole = { orientation: 6, gps: [48, 51, 29], thumbnail: preview } as const;
const textIn = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const change = { width: 800, height: 600, keepGps: true };

describe.each([true, false])('EXIF, little endian: %s', (little) => {
  const exif = exifOf({ ...whole, little });
  const view = (bytes: Uint8Array<ArrayBuffer>) => new DataView(bytes.buffer);

  it('is parsed', () => {
    expect(orientationOf(exif)).toBe(6);
    expect(hasGps(exif)).toBe(true);
    expect(hasGps(exifOf({ little }))).toBe(false);
  });

  it('gets an upright orientation and the new size, and loses its thumbnail', () => {
    const adapted = adaptExif(exif, change);
    expect(adapted).not.toBe(exif);
    expect(orientationOf(exif)).toBe(6);
    expect(orientationOf(adapted)).toBe(1);
    expect(textIn(adapted)).not.toContain('PICTURE');
    expect(textIn(adapted)).toContain('Camera');
    expect(hasGps(adapted)).toBe(true);
    const numbers = Array.from({ length: (adapted.length - 4) >> 1 }, (_, i) => view(adapted).getUint32(2 * i, little));
    expect(numbers).toContain(800);
    expect(numbers).not.toContain(4000);
  });

  it('is cut off where its thumbnail began, which a JPEG file has no room for', () => {
    const large = exifOf({ ...whole, little, thumbnail: new Uint8Array(70_000).fill(7) });
    const adapted = adaptExif(large, change);
    expect(large.length).toBeGreaterThan(70_000);
    expect(adapted.length).toBeLessThan(1000);
    expect(hasGps(adapted)).toBe(true);
  });

  it('loses its location, including the coordinates', () => {
    const adapted = adaptExif(exif, { ...change, keepGps: false });
    expect(hasGps(adapted)).toBe(false);
    expect(orientationOf(adapted)).toBe(1);
    const at = textIn(exif).indexOf(String.fromCharCode(...(little ? [48, 0, 0, 0, 1] : [0, 0, 0, 48, 0])));
    expect(at).toBeGreaterThan(0);
    expect([...adapted.subarray(at, at + 24)]).toEqual(new Array(24).fill(0));
    expect(textIn(adapted)).toContain('Camera');
    // A second call changes nothing.
    expect(adaptExif(adapted, { ...change, keepGps: false })).toEqual(adapted);
  });
});

describe('damaged EXIF', () => {
  it('is left unchanged if it is no EXIF', () => {
    const none = new TextEncoder().encode('not a TIFF file') as Uint8Array<ArrayBuffer>;
    expect(adaptExif(none, change)).toEqual(none);
    expect(orientationOf(none)).toBe(1);
    expect(orientationOf(exifOf({ orientation: 77 }))).toBe(1);
  });

  it('never causes an exception, whatever its bytes are', () => {
    const exif = exifOf(whole);
    const damage = fc.array(fc.tuple(fc.nat(exif.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(damage, fc.nat(exif.length), (edits, cut) => {
        const damaged = exif.slice();
        for (const [at, byte] of edits) damaged[at] = byte;
        const truncated = damaged.slice(0, cut);
        const adapted = adaptExif(truncated, { ...change, keepGps: false });
        // Shorter where a thumbnail at the end is cut off.
        return adapted.length <= truncated.length && orientationOf(adapted) >= 1;
      }),
      { numRuns: 2000 },
    );
  });
});
