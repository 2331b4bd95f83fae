import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Diagnostic, PictureVideo } from '../contract.ts';

export type VideoFormat = PictureVideo['formats'][number];

/** The program `ffmpeg` of this machine. */
export type VideoEncoder = {
  /** Absolute path. */
  readonly program: string;
  /** First line of its description of itself, on which the bytes of its files depend. */
  readonly version: string;
  /** Formats that it can write, the preferred one first. */
  readonly formats: readonly VideoFormat[];
};

/** The encoders of the formats, in the order in which browsers are offered their files: VP9 files are the smaller ones. */
const encoders: Readonly<Record<VideoFormat, string>> = { webm: 'libvpx-vp9', mp4: 'libx264' };

let found: VideoEncoder | undefined;

/**
 * Returns the program `ffmpeg` in the folders of `PATH`; null if there is none that writes WebM or MP4. Started once per
 * process; one that is installed meanwhile is found by the next call.
 */
export function videoEncoder(): VideoEncoder | null {
  found ??= findEncoder();
  return found ?? null;
}

function findEncoder(): VideoEncoder | undefined {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const program = folders.map((folder) => join(folder, name)).find(isProgram);
  if (program === undefined) return undefined;
  const { stdout, stderr } = spawnSync(program, ['-encoders'], { encoding: 'utf8' });
  const formats = (Object.keys(encoders) as VideoFormat[]).filter((format) =>
    stdout?.includes(` ${encoders[format]} `),
  );
  const version = /^ffmpeg version.*$/m.exec(stderr ?? '')?.[0] ?? '';
  return formats.length > 0 ? { program, version, formats } : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns the warning that animations are published unchanged, since nothing can encode them. */
export const encoderMissing = (file: string): Diagnostic => ({
  code: 'ANIMATIONS_WITHOUT_FFMPEG',
  severity: 'warning',
  message:
    'The animated picture is published unchanged: `animations: video` needs the program `ffmpeg` with libx264 or libvpx-vp9, which is not in the folders of PATH.',
  hint: 'Install it (`apt-get install ffmpeg`, `brew install ffmpeg`), or remove `animations` from `pictures` in config/site.yaml.',
  file,
});
