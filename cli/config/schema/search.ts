import * as z from 'zod';

export const searchSchema = z.strictObject({
  root: z
    .string()
    .min(1)
    .default('main')
    .describe('CSS selector of the element whose text is searched, except navigation and forms.'),
  ignore: z
    .array(z.string().min(1))
    .default([])
    .describe('CSS selectors of elements in it that are not searched, such as titles of other pages.'),
  exclude: z
    .array(z.string().startsWith('/', { error: 'must start with `/`' }))
    .default([])
    .describe('Paths or globs of pages that are not searched, without locale prefix.'),
});
