import { describe, expect, test } from 'vitest';
import { ACCEPT, isAccepted } from '../../../../site/ui/accepted.ts';
import { createPendingFile } from '../../../../site/ui/pending-file.ts';

describe('accepted files', () => {
  test('are recognised by their type; files without a type are checked by content later', () => {
    expect(isAccepted({ type: 'image/png' }, 'image')).toBe(true);
    expect(isAccepted({ type: 'video/mp4' }, 'image')).toBe(false);
    expect(isAccepted({ type: 'video/mp4' }, 'video')).toBe(true);
    expect(isAccepted({ type: '' }, 'video')).toBe(true);
  });
  test('are offered by the names of containers that systems do not count as MP4 or Matroska', () => {
    expect(ACCEPT.video.split(',').filter((name) => name.startsWith('.'))).toEqual(['.m4v', '.3gp', '.3g2', '.mkv']);
  });
  test('every type offered by the file dialog is accepted', () => {
    const types = (kind: 'image' | 'video') => ACCEPT[kind].split(',').filter((type) => type.includes('/'));
    expect(types('image').every((type) => isAccepted({ type }, 'image'))).toBe(true);
    expect(types('video').every((type) => isAccepted({ type }, 'video'))).toBe(true);
  });
});

describe('a pending file', () => {
  test('is delivered once', () => {
    const pendingFile = createPendingFile();
    const file = new File(['x'], 'x.png');
    expect(pendingFile.take()).toBeNull();
    pendingFile.put(file);
    expect(pendingFile.take()).toBe(file);
    expect(pendingFile.take()).toBeNull();
  });
  test('stays for a page of its kind', () => {
    const pendingFile = createPendingFile();
    const video = new File(['x'], 'x.mp4', { type: 'video/mp4' });
    pendingFile.put(video);
    expect(pendingFile.take('image')).toBeNull();
    expect(pendingFile.take('video')).toBe(video);
  });
  test('is none once the page has another one or none', () => {
    const pendingFile = createPendingFile();
    pendingFile.put(new File(['x'], 'x.png'));
    pendingFile.put(null);
    expect(pendingFile.take()).toBeNull();
  });
});
