const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

/** Percentage of the width to the left of `x`, a whole number. */
export const splitAt = (x: number, width: number): number => (width > 0 ? Math.round(clamp((x / width) * 100)) : 50);

/** Position of the divider in percent after a key press; null if the key does not move it. */
export const splitByKey = (key: string, split: number): number | null => {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp(split - 2);
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(split + 2);
    case 'PageDown':
      return clamp(split - 20);
    case 'PageUp':
      return clamp(split + 20);
    case 'Home':
      return 0;
    case 'End':
      return 100;
    default:
      return null;
  }
};
