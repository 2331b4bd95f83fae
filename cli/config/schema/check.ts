import * as z from 'zod';
import { localeCode } from './shared.ts';

export const checkSchema = z.strictObject({
  titlePx: z
    .int()
    .positive()
    .default(580)
    .describe('Width at which search engines cut titles, in CSS pixels at a font size of 20.'),
  descriptionPx: z
    .int()
    .positive()
    .default(990)
    .describe('Width at which search engines cut descriptions, in CSS pixels at a font size of 14.'),
  pictureKb: z.number().positive().default(500).describe('Largest file of a picture on a page, in kB of 1000 bytes.'),
  identical: z
    .record(z.string(), z.array(localeCode).min(1))
    .default({})
    .describe('Text of the default locale -> locales in which it is the same.'),
  ignore: z
    .record(
      z.string().regex(/^[A-Z][A-Z_]*$/, { error: 'must be the code of a problem, such as `PAGE_ORPHAN`' }),
      z.array(z.string().min(1)).min(1),
    )
    .default({})
    .describe(
      'Code of a problem -> what it is not reported for: paths of pages or keys of messages, in which `*` stands for any text.',
    ),
});
