import * as z from 'zod';

const entrySchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, {
      error: 'must consist of letters, digits, underscores and hyphens, and start with a letter',
    })
    .describe('Id of the entry. The message `navigation.<name>` is its label.'),
  path: z
    .string()
    .refine((path) => /^\/(?!\/)\S*$/.test(path) || (/^https:\/\//.test(path) && URL.canParse(path)), {
      error: 'must be a path that starts with `/`, or an absolute `https:` URL',
    })
    .optional()
    .describe('Path without locale prefix, or an absolute `https:` URL.'),
  disableI18n: z.boolean().optional().describe('Whether the path exists in the default locale only.'),
  devOnly: z.boolean().optional().describe('Whether the entry appears during development only.'),
  get contents() {
    return z.array(entrySchema).optional().describe('Entries of a group.');
  },
});

export const navigationSchema = z.array(entrySchema).describe('Entries of the site navigation, in order.');
