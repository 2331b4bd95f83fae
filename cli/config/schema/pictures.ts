import * as z from 'zod';

const quality = (name: string, value: number) =>
  z.int().min(1).max(100).default(value).describe(`Quality of ${name} files, from 1 to 100.`);

export const picturesSchema = z.strictObject({
  widths: z
    .array(z.int().min(16).max(8192))
    .min(1)
    .default([480, 800, 1200, 1800])
    .transform((widths) => [...new Set(widths)].sort((a, b) => a - b))
    .describe('Widths of the files in pixels. No file is wider than its source.'),
  formats: z
    .array(z.enum(['avif', 'webp']))
    .default(['avif', 'webp'])
    .describe('Newer formats, the preferred one first. A JPEG or PNG file for all other programs is written as well.'),
  sizes: z
    .string()
    .min(1)
    .default('(min-width: 50rem) 48rem, 100vw')
    .describe('Width at which texts show pictures: the `sizes` attribute of HTML.'),
  quality: z
    .strictObject({ avif: quality('AVIF', 55), webp: quality('WebP', 78), jpg: quality('JPEG', 80) })
    .prefault({})
    .describe('Quality from 1 to 100, by format.'),
  placeholder: z
    .enum(['color', 'blur', 'none'])
    .default('color')
    .describe(
      'What fills the space of a picture until it has loaded: its mean colour, a blurred version of 16 pixels in the document, or nothing.',
    ),
  animations: z
    .enum(['unchanged', 'video'])
    .default('unchanged')
    .describe(
      'How animated GIF, WebP and PNG files are published: unchanged, or as videos of a fraction of the size. `video` needs the program `ffmpeg`.',
    ),
  maxMegapixels: z
    .number()
    .positive()
    .default(100)
    .describe('Pixels of the largest picture that is read, in millions.'),
});
