/**
 * XMP for an edited picture: upright, without previews of the original, and without location unless `keepGps`. Handles
 * properties as attributes and as elements.
 */
export function adaptXmp(xmp: string, keepGps: boolean): string {
  const upright = xmp
    .replace(/(tiff:Orientation\s*=\s*["'])\d+/g, (_, beforeValue: string) => `${beforeValue}1`)
    .replace(/(<tiff:Orientation>)\s*\d+\s*(<\/)/g, (_, beforeValue: string, tail: string) => `${beforeValue}1${tail}`)
    .replace(/<(xmp|xap):Thumbnails\b[\s\S]*?<\/\1:Thumbnails>/g, '');
  if (keepGps) return upright;
  return upright
    .replace(/\s+exif:GPS\w*\s*=\s*("[^"]*"|'[^']*')/g, '')
    .replace(/<exif:(GPS\w*)\b[^>]*\/>/g, '')
    .replace(/<exif:(GPS\w*)\b[^>]*>[\s\S]*?<\/exif:\1>/g, '');
}

export const xmpHasGps = (xmp: string): boolean => /\bexif:GPS(Latitude|Longitude)\b/.test(xmp);
