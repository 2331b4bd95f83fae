import * as z from 'zod';
import { attributeProblem, scriptProblem } from '../../lib/head-tags.ts';
import { fileUrl } from './shared.ts';

/** Directives of a content security policy whose values are lists of sources. */
const directiveNames = `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr
  img-src media-src font-src connect-src worker-src manifest-src object-src frame-src child-src base-uri form-action
  frame-ancestors`.split(/\s+/) as [string, ...string[]];

/** Sources by directive of a content security policy. */
export const directives = z.partialRecord(
  z.enum(directiveNames),
  z.array(
    z
      .string()
      .regex(/^[^\s;,]+$/, { error: "must be one source, such as `https://video.example` or `'unsafe-inline'`" }),
  ),
);

const attributeValue = z.union([z.string(), z.number(), z.boolean()]);

const policy = directives
  .optional()
  .describe('Sources that it needs beside its own URL, by directive of the content security policy.');

/** Adds a problem for each attribute that is not allowed in a head. */
function checkAttributes(attributes: object, problem: z.core.$RefinementCtx): void {
  for (const name of Object.keys(attributes)) {
    const message = attributeProblem(name);
    if (message) problem.addIssue({ code: 'custom', path: [name], message });
  }
}

const meta = z
  .object({
    name: z.string().min(1).optional().describe('Name of the metadata, such as `google-site-verification`.'),
    property: z.string().min(1).optional().describe('Name of an Open Graph property, such as `fb:app_id`.'),
    'http-equiv': z.string().min(1).optional().describe('Name of an HTTP header, such as `x-ua-compatible`.'),
    content: attributeValue.describe('Value of the metadata.'),
  })
  .catchall(attributeValue)
  .superRefine((attributes, problem) => {
    checkAttributes(attributes, problem);
    if (['name', 'property', 'http-equiv', 'itemprop'].every((key) => attributes[key] === undefined))
      problem.addIssue({ code: 'custom', message: 'must have `name`, `property`, `http-equiv` or `itemprop`' });
  });

const link = z
  .object({
    rel: z.string().min(1).describe('Relation of the target to the page, such as `me` or `preconnect`.'),
    href: fileUrl.describe('Path below the base or absolute URL of the target.'),
    policy,
  })
  .catchall(attributeValue)
  .superRefine(({ policy: _, ...attributes }, problem) => checkAttributes(attributes, problem));

const script = z
  .object({
    src: fileUrl.optional().describe('Path below the base or absolute URL of the script.'),
    text: z.string().min(1).optional().describe('Inline script. The content security policy allows it by its hash.'),
    policy,
  })
  .catchall(attributeValue)
  .superRefine(({ policy: _, ...attributes }, problem) => {
    checkAttributes(attributes, problem);
    if ((attributes.src === undefined) === (attributes.text === undefined))
      problem.addIssue({ code: 'custom', message: 'must have either `src` or `text`' });
    const message = scriptProblem(attributes.text ?? '');
    if (message) problem.addIssue({ code: 'custom', path: ['text'], message });
  });

/** Elements that the configuration adds to heads. */
export const headSchema = z.strictObject({
  meta: z.array(meta).default([]).describe('`meta` elements: their attributes.'),
  link: z.array(link).default([]).describe('`link` elements: their attributes.'),
  script: z.array(script).default([]).describe('`script` elements: their attributes, and `text` of an inline script.'),
});
