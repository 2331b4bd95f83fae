import { describe, expect, it } from 'vitest';
import { emptyPlane, stackPlanes } from '../../../../../site/engine/ops/planes.ts';
import { facesPlane, skinPlane, skyPlane } from '../../../../../site/engine/ops/stylise/areas.ts';
import { detailPlane, paintWithDetail } from '../../../../../site/engine/ops/stylise/detail.ts';
import { peoplePlanes } from '../../../../../site/engine/ops/stylise/people-areas.ts';
import { colours, grey } from './scenes.ts';

describe('skyPlane, skinPlane and facesPlane', () => {
  const large = { width: 120, height: 90 };
  const blue = (y: number): readonly [number, number, number] => [0.3 + y / 300, 0.5 + y / 300, 0.85];
  it('includes clouds and stops at hills of the same blue', () => {
    const scene = colours((x, y) => {
      if (y > 55) return [0.2, 0.35, 0.6];
      return Math.hypot(x - 40, y - 25) < 12 ? [0.95, 0.95, 0.97] : blue(y);
    }, large);
    const sky = skyPlane(scene).data;
    expect(sky[10 * 120 + 90]).toBeGreaterThan(0.9);
    expect(sky[25 * 120 + 40]).toBeGreaterThan(0.9);
    expect(sky[75 * 120 + 60]).toBeLessThan(0.1);
  });
  it('ignores a white backdrop with a blue coat', () => {
    const studio = colours((x, y) => (Math.abs(x - 60) < 20 && y > 30 ? [0.2, 0.3, 0.8] : [0.98, 0.98, 0.98]), large);
    expect(Math.max(...skyPlane(studio).data)).toBe(0);
  });
  it('ignores a beach as skin and finds a sky at dusk', () => {
    const beach = colours((_, y) => (y > 50 ? [0.78, 0.57, 0.44] : [0.3, 0.5, 0.3]), large);
    // Small dabs would start at 0.5.
    expect(Math.max(...facesPlane(skinPlane(beach, 2), 4).data)).toBeLessThan(0.5);
    const dusk = colours((_, y) => (y > 70 ? [0.02, 0.02, 0.02] : [0.04, 0.08 + y / 600, 0.2 + y / 400]), large);
    const sky = skyPlane(dusk).data;
    expect(sky[10 * 120 + 60]).toBeGreaterThan(0.9);
    expect(sky[85 * 120 + 60]).toBeLessThan(0.1);
  });
  it('facesPlane finds light and dark skin, and none in a picture with a skin-coloured tint', () => {
    const tones: readonly (readonly [number, number, number])[] = [
      [0.93, 0.76, 0.66],
      [0.78, 0.57, 0.44],
      [0.45, 0.3, 0.22],
    ];
    for (const tone of tones) {
      const scene = colours((x, y) => (Math.hypot(x - 30, y - 45) < 20 ? tone : [0.3, 0.5, 0.3]), large);
      const faces = facesPlane(skinPlane(scene, 2), 4).data;
      expect(faces[45 * 120 + 30]).toBeGreaterThan(0.9);
      expect(faces[45 * 120 + 100]).toBe(0);
    }
    expect(
      Math.max(
        ...skinPlane(
          colours(() => [0.78, 0.57, 0.44], large),
          2,
        ).data,
      ),
    ).toBe(0);
  });
});

describe('peoplePlanes', () => {
  const large = { width: 120, height: 90 };
  const tone = [0.78, 0.57, 0.44] as const;
  /** Someone close to the camera: skin over a third of the picture, as sand would have it. */
  const person = colours((x) => (x < 40 ? tone : [0.3, 0.5, 0.3]), large);
  const found = [{ x: 10, y: 10, width: 20, height: 24 }];
  it('gives the whole skin of people whose face was found, and their faces whatever their colours are', () => {
    const { faces, skin, owners } = peoplePlanes(person, { unit: 0.5, found });
    expect(owners.data[80 * 120 + 15]).toBe(1);
    expect(skin.data[80 * 120 + 15]).toBeGreaterThan(0.9);
    expect(skin.data[80 * 120 + 90]).toBe(0);
    expect(faces.data[22 * 120 + 20]).toBe(1);
    expect(faces.data[80 * 120 + 15]).toBe(0);
    const { faces: greyFaces, skin: greySkin } = peoplePlanes(
      { ...person, planes: [0, 1, 2].map(() => person.planes[0]!) },
      { unit: 0.5, found },
    );
    expect(greyFaces.data[22 * 120 + 20]).toBe(1);
    expect(Math.max(...greySkin.data)).toBe(0);
  });
  it('leaves out blonde hair, whose colours are those of other skin', () => {
    const blonde = colours((x, y) => (x < 40 ? (y < 60 ? tone : [0.65, 0.55, 0.35]) : [0.3, 0.5, 0.3]), large);
    const { skin } = peoplePlanes(blonde, { unit: 0.5, found });
    expect(skin.data[40 * 120 + 20]).toBeGreaterThan(0.9);
    expect(skin.data[80 * 120 + 20]).toBe(0);
  });
  it('gives no skin without a face', () => {
    expect(Math.max(...peoplePlanes(person, { unit: 0.5, found: [] }).skin.data)).toBe(0);
  });
  it('gives skin to the nearest face by the size of faces, and none far from all', () => {
    const two = [...found, { x: 8, y: 70, width: 6, height: 8 }];
    const { owners } = peoplePlanes(person, { unit: 0.5, found: two });
    expect([20, 45, 72].map((y) => owners.data[y * 120 + 12])).toEqual([1, 1, 2]);
    const small = [{ x: 2, y: 2, width: 4, height: 4 }];
    expect(peoplePlanes(person, { unit: 0.5, found: small }).skin.data[80 * 120 + 30]).toBe(0);
  });
  it('takes a face that reaches beyond the picture', () => {
    const { faces } = peoplePlanes(person, { unit: 0.5, found: [{ x: -12, y: -10, width: 30, height: 30 }] });
    expect(faces.data[0]).toBe(1);
  });
});

describe('detailPlane and paintWithDetail', () => {
  const size = { width: 60, height: 48 };
  const options = { radius: 10, fine: false };
  /** Strokes two pixels wide, as letters have. */
  const isStroke = (x: number, y: number) => x > 20 && x < 40 && y > 15 && y < 30 && x % 5 < 2;
  const paper = ([r, g, b]: readonly [number, number, number]) =>
    colours((x, y) => (isStroke(x, y) ? [0.1, 0.1, 0.1] : [r, g, b]), size);
  const at = 22 * size.width + 30;
  it('finds thin strokes on an even background, dark or light', () => {
    expect(detailPlane(paper([0.9, 0.8, 0.3]), options).data[at]).toBeGreaterThan(0.95);
    const light = colours((x, y) => (isStroke(x, y) ? [0.9, 0.9, 0.9] : [0.3, 0.1, 0.2]), size);
    expect(detailPlane(light, options).data[at]).toBeGreaterThan(0.95);
  });
  it('ignores the edge of an area', () => {
    const edge = colours((x) => (x < 30 ? [0.2, 0.3, 0.4] : [0.9, 0.8, 0.7]), size);
    expect(Math.max(...detailPlane(edge, options).data)).toBeLessThan(0.1);
  });
  it('requests small dabs everywhere in a fine grey picture', () => {
    const flat = grey(() => 0.5);
    expect(detailPlane(flat, { ...options, fine: true }).data[0]).toBeCloseTo(0.6, 5);
    expect(detailPlane(flat, options).data[0]).toBe(0);
  });
  it('blends the photograph over the painting at full detail', async () => {
    const [photo, painted] = [paper([0.9, 0.8, 0.3]), paper([0.5, 0.5, 0.5])];
    const none = emptyPlane(size);
    const detail = { ...size, data: Float32Array.from(none.data, (_, i) => (i === at ? 1 : 0.6)) };
    const painting = {
      picture: photo,
      flow: stackPlanes([none, none, none]),
      areas: stackPlanes([none, none, detail]),
    };
    const { planes } = await paintWithDetail(({ fine }) => {
      expect(fine.data).toEqual(detail.data);
      return Promise.resolve(painted);
    }, painting);
    expect(planes[0]![at]).toBe(photo.planes[0]![at]);
    expect(planes[0]![0]).toBe(painted.planes[0]![0]);
  });
});
