import * as z from 'zod';

const kilobytes = z.number().positive().optional();

/** Limits of what a page loads initially. */
const limits = {
  htmlKb: kilobytes.describe('Maximum size of the HTML of a page, in kB (1000 bytes), gzipped.'),
  cssKb: kilobytes.describe('Maximum size of the CSS that a page loads initially, in kB (1000 bytes), gzipped.'),
  javascriptKb: kilobytes.describe(
    'Maximum size of the JavaScript that a page loads initially, in kB (1000 bytes), gzipped.',
  ),
};

/** Size limits for all page components, and for single ones. */
export const budgetsSchema = z.strictObject({
  ...limits,
  pages: z
    .record(
      z.string().regex(/^(?:pages|templates)\/[\w/-]+$/, {
        error: 'must be a page or template such as `pages/Home` or `templates/Post`',
      }),
      z.strictObject(limits),
    )
    .default({})
    .describe('Page or template, such as `templates/Post` -> its own limits.'),
});
