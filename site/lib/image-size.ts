/** Pixels of the image at a URL, loaded without credentials from other origins. Rejects when it cannot be loaded. */
export function imageSize(url: string): Promise<{ readonly width: number; readonly height: number }> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new Error(`Failed loading the image ${url}`));
    image.src = url;
  });
}
