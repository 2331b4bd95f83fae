/** Replaces the colours of RGBA pixels by their luma (ITU-R BT.709), in place. */
export function toGray(rgba: Uint8ClampedArray): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    rgba.fill(0.2126 * red + 0.7152 * green + 0.0722 * blue, at, at + 3);
  }
}
