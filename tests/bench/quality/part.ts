/** What a part of the bench gets and gives. Types only. */
import type { Pixels, Plane, Planes } from '../../../site/engine/types.ts';

/**
 * PSNR in dB over RGB; SSIM of luma; IoU and MAE of mattes, 0..1; recall and precision of what a tool finds, and the
 * fraction of a picture (0..1) that it marks although nothing is there.
 */
export type Measure = 'PSNR' | 'SSIM' | 'IoU' | 'MAE' | 'recall' | 'precision' | 'strays';

/** One measure of one job on one picture. */
export type Row = {
  /** What was done, such as `2×, JPEG 60`: rows of one job and measure become one line of the table. */
  readonly job: string;
  readonly picture: string;
  readonly measure: Measure;
  /** Of the degraded picture as it is; null where that says nothing. */
  readonly untouched: number | null;
  /** Score of the baseline method, which needs no network. */
  readonly classical: number | null;
  readonly tool: number;
  /** From “Generate” to the finished file, for each megapixel of the picture that was put in. */
  readonly secondsPerMegapixel: number;
};

/** A photo or a scene that is degraded by the part. RGB in 0..1 as eight bits hold it. */
export type Original = { readonly name: string; readonly planes: Planes };

/** A picture whose matte is known, or was made by a good program. */
export type Cutout = { readonly name: string; readonly pixels: Pixels; readonly matte: Plane };

export type Make = {
  /** Path of the tool's page. */
  readonly page: string;
  readonly picture: Pixels;
  /** Values by the English label of their field. */
  readonly options?: { readonly [label: string]: string | number | boolean };
  /** White = remove; for tools with the input “Load mask”. */
  readonly mask?: Pixels;
};

export type Made = {
  readonly pixels: Pixels;
  readonly seconds: number;
  /** Peak of resident memory of the page's process, from “Generate” to the file. */
  readonly peakMb: number;
};

export type Bench = {
  readonly originals: readonly Original[];
  readonly cutouts: readonly Cutout[];
  /** Of everything random in this run. */
  readonly seed: number;
  /** Chooses a picture in the tool's page, sets the options, generates, and reads the downloaded PNG. */
  readonly make: (work: Make) => Promise<Made>;
};

export type Part = {
  /** Name of the tool in the table. */
  readonly tool: string;
  readonly rows: (bench: Bench) => AsyncGenerator<Row>;
};
