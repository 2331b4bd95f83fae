import { describe, expect, it } from 'vitest';
import { openCanvas } from '../../../scripts/fit/canvas.ts';
import { damageSubject } from '../../../scripts/fit/damage.ts';
import { marksSubject } from '../../../scripts/fit/marks.ts';
import { fitSubject, reportText, type Subject } from '../../../scripts/fit/report.ts';
import { searchParameters } from '../../../scripts/fit/search.ts';
import { deadLeaves, meadow } from '../../quality/scenes.ts';

const SIZE = { width: 72, height: 48 };
const fitting = [{ name: 'leaves', planes: deadLeaves(SIZE, 1) }];
const reporting = [{ name: 'meadow', planes: meadow(SIZE, 2) }];

describe('searchParameters', () => {
  const ranges = [
    { path: 'a', min: 0, max: 10 },
    { path: 'deep.b', min: -5, max: 5, integer: true },
  ];
  const score = async ({ a, deep: { b } }: { a: number; deep: { b: number } }) => -((a - 7) ** 2) - (b + 3) ** 2;
  const search = (seed: number) =>
    searchParameters({ start: { a: 1, deep: { b: 4 } }, ranges, score, rounds: 40, seed });

  it('approaches the best values, within their ranges and as integers', async () => {
    const { parameters, score: found } = await search(3);
    expect(found).toBeGreaterThan(-6);
    expect(Number.isInteger(parameters.deep.b)).toBe(true);
  });

  it('repeats itself for a seed', async () => {
    expect(await search(3)).toEqual(await search(3));
    expect(await search(3)).not.toEqual(await search(4));
  });
});

describe('fitSubject', () => {
  const subject: Subject<{ value: number }> = {
    measure: 'test',
    present: { value: 0 },
    ranges: [{ path: 'value', min: 0, max: 1 }],
    prepare:
      async ([picture]) =>
      async ({ value }) =>
        picture?.name === 'leaves' ? value : -value,
  };
  const options = { fitting, reporting, rounds: 12, seed: 1, only: null };

  it('warns if the fitted values are worse on the reporting pictures', async () => {
    const report = await fitSubject(subject, options);
    expect(report.fitting.fitted).toBeGreaterThan(report.fitting.present);
    expect(reportText(report)).toContain('Warning');
    expect(reportText(await fitSubject(subject, { ...options, reporting: fitting }))).not.toContain('Warning');
  });

  it('rejects an unknown range', async () => {
    await expect(fitSubject(subject, { ...options, only: ['other'] })).rejects.toThrow('No range other');
  });

  it('fits the damage detector on generated scenes', async () => {
    const report = await fitSubject(damageSubject, { ...options, rounds: 1, only: ['seedLogit.neutral', 'minAreaPx'] });
    expect(report.fitting.present).toBeGreaterThan(0);
    expect(report.fitting.fitted).toBeGreaterThanOrEqual(report.fitting.present);
  });

  it('fits the un-blending of watermarks on generated scenes', async () => {
    const subject = marksSubject(await openCanvas(null));
    const report = await fitSubject(subject, { ...options, rounds: 1, only: ['overlay.outlier'] });
    expect(report.fitting.present).toBeGreaterThan(10);
    expect(report.fitting.fitted).toBeGreaterThanOrEqual(report.fitting.present);
  });
});
