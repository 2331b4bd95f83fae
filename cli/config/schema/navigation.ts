import * as z from 'zod';

const entrySchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, { error: 'must be letters, digits and hyphens' })
    .describe('Key of a message below `navigation.`; also the id of the entry.'),
  path: z
    .string()
    .refine((path) => /^\/(?!\/)\S*$/.test(path) || (/^https:\/\//.test(path) && URL.canParse(path)), {
      error: 'must be a path that starts with `/`, or an absolute `https:` URL',
    })
    .optional()
    .describe('Path without locale prefix, or an absolute `https:` URL.'),
  disableI18n: z.boolean().optional().describe('The path exists in the default locale only.'),
  devOnly: z.boolean().optional().describe('Shown only while the site is in development.'),
  get contents() {
    return z.array(entrySchema).optional().describe('Entries of the group.');
  },
});

export const navigationSchema = z.array(entrySchema).describe('Entries of the site navigation, in order.');
