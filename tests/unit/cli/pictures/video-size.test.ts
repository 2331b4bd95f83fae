import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { videoSize } from '../../../../cli/pictures/video-size.ts';

/** Big-endian integers of 32 bits. */
const uint32 = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeInt32BE(value, 4 * index);
  return buffer;
};

const box = (name: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(name, 'latin1'), body]);
};

const one = 1 << 16;
const upright = uint32(one, 0, 0, 0, one, 0, 0, 0, 1 << 30);
const quarterTurn = uint32(0, one, 0, -one, 0, 0, 0, 0, 1 << 30);

/** Header of a track: 40 bytes that do not matter here, its matrix and its size. */
const track = (matrix: Buffer, width: number, height: number): Buffer =>
  box('trak', box('tkhd', Buffer.alloc(40), matrix, uint32(width * one, height * one)));

const mp4 = (...tracks: readonly Buffer[]): Buffer =>
  Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(50)), box('moov', ...tracks)]);

describe('videoSize', () => {
  it('reads the size of a WebM file', () => {
    expect(videoSize(readFileSync('site/public/samples/film.webm'))).toEqual({ width: 720, height: 480 });
  });

  it('reads the size of the first track of an MP4 file that has pictures', () => {
    expect(videoSize(mp4(track(upright, 0, 0), track(upright, 320, 180)))).toEqual({ width: 320, height: 180 });
  });

  it('returns the size at which a turned video is shown', () => {
    expect(videoSize(mp4(track(quarterTurn, 320, 180)))).toEqual({ width: 180, height: 320 });
  });

  it('returns null for sounds, other files, and files that end too early', () => {
    expect(videoSize(mp4(track(upright, 0, 0)))).toBeNull();
    expect(videoSize(Buffer.from('film'))).toBeNull();
    expect(videoSize(Buffer.alloc(0))).toBeNull();
    expect(videoSize(readFileSync('site/public/samples/film.webm').subarray(0, 60))).toBeNull();
    for (const end of [4, 7, 40, 90, 120]) expect(videoSize(mp4(track(upright, 320, 180)).subarray(0, end))).toBeNull();
  });
});
