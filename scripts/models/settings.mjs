import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

/**
 * @import { Diagnostic } from '../../cli/contract.ts'
 * @import { Result } from '../../cli/report/result.ts'
 * @typedef {z.infer<typeof SETTINGS>} Settings
 * @typedef {Settings['models'][number]} ModelSettings
 */

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
const BYTES = z.int().positive();
const NAME = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'may hold small letters, digits and hyphens');

const PACKAGE = z.strictObject({
  package: z.string().regex(/^(@[^/@\s]+\/)?[^/@\s]+@\d+\.\d+\.\d+\S*$/, 'must be name@version, the version exact'),
  /** One file, or several to concatenate in order; `bytes` and `sha256` are those of the result. */
  file: z.union([z.string().min(1), z.array(z.string().min(1)).min(2)]),
  bytes: BYTES,
  sha256: SHA256,
  reads: BYTES,
  tarball: BYTES,
});
const ADDRESS = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  bytes: BYTES,
  sha256: SHA256,
  deliver: z.enum(['copy', 'link']),
});
const LOCAL = z.strictObject({
  /** Path below the root of the site. */
  path: z.string().regex(/^(?!\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, 'must be a file below the site, without ..'),
  bytes: BYTES,
  sha256: SHA256,
});

const DIMS = z.array(z.union([z.int().positive(), z.string().min(1)]));
const STEP = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fp16') }),
  z.strictObject({ kind: z.literal('shapes'), values: z.record(z.string(), DIMS) }),
  z.strictObject({ kind: z.literal('lean') }),
  z.strictObject({
    kind: z.literal('strips'),
    output: z.string().min(1),
    sources: z.record(z.string(), BYTES),
    strips: z.int().min(2),
  }),
  z.strictObject({ kind: z.literal('tiny-face') }),
  z.strictObject({ kind: z.literal('nanodet') }),
  z.strictObject({ kind: z.literal('bytes') }),
  z.strictObject({
    kind: z.literal('tfjs'),
    json: BYTES,
    height: BYTES,
    width: BYTES,
    output: z.string().min(1).optional(),
  }),
  z.strictObject({ kind: z.literal('srvgg'), features: BYTES, body: BYTES, scale: BYTES }),
]);

/** First steps, which read a format other than ONNX. @type {ReadonlySet<string>} */
const SOURCE_STEPS = new Set(['srvgg', 'tiny-face', 'nanodet', 'tfjs']);

const VALUE = z.strictObject({
  name: z.string().min(1),
  type: z.enum(['float32', 'uint8', 'int64']),
  shape: DIMS,
  holds: z.string().min(1),
});

const MODEL = z.strictObject({
  id: NAME,
  title: z.string().min(1),
  enabled: z.boolean().default(true),
  role: NAME,
  choice: z.enum(['default', 'best', 'small']).default('default'),
  adapter: NAME,
  source: z.union([PACKAGE, ADDRESS, LOCAL]),
  convert: z.array(STEP).default([]),
  output: z.strictObject({ bytes: BYTES, sha256: SHA256 }).optional(),
  licence: z.enum(['MIT', 'BSD-3-Clause', 'Apache-2.0']),
  notice: z.string().min(1),
  homepage: z.url().optional(),
  tile: z.strictObject({ overlap: z.int().nonnegative(), scale: BYTES }).optional(),
  inputs: z.array(VALUE).min(1),
  outputs: z.array(VALUE).min(1),
});

const SETTINGS = z.strictObject({ budget: BYTES, models: z.array(MODEL) }).superRefine((settings, context) => {
  const seen = new Set();
  settings.models.forEach((model, i) => {
    const at = (/** @type {string} */ key) => ['models', i, key];
    const complain = (/** @type {string} */ key, /** @type {string} */ message) =>
      context.addIssue({ code: 'custom', path: at(key), message });
    if (seen.has(model.id)) complain('id', `"${model.id}" is there twice`);
    seen.add(model.id);
    const linked = 'url' in model.source && model.source.deliver === 'link';
    if (linked && model.convert.length > 0)
      complain('convert', 'a model that the browser fetches itself is not converted');
    if (!linked && model.convert.length > 0 && !model.output)
      complain('output', 'a converted model needs its own size and hash');
    const late = model.convert.slice(1).find(({ kind }) => SOURCE_STEPS.has(kind));
    if (late) complain('convert', `${late.kind} must come first`);
  });
});

/**
 * Parses `config/models.yaml`. Unknown keys, invalid values and conflicts are problems with their location.
 * @param {string} text
 * @param {string} file for the messages
 * @returns {Result<Settings>}
 */
export function readSettings(text, file) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  /** @type {(code: string, message: string, offset: number) => Diagnostic} */
  const problem = (code, message, offset) => {
    const { line, col } = lines.linePos(offset);
    return { code, severity: 'error', message, file, line, column: col };
  };
  if (document.errors.length > 0) {
    return { ok: false, problems: document.errors.map((e) => problem('MODELS_YAML', e.message, e.pos[0])) };
  }
  const parsed = SETTINGS.safeParse(document.toJS());
  if (parsed.success) return { ok: true, value: parsed.data, warnings: [] };
  const problems = parsed.error.issues.flatMap(flatten).map(({ path, message }) => {
    const where = path.length > 0 ? `${path.join('.')}: ` : '';
    return problem('MODELS_SETTING', `${where}${message}`, offsetOf(document, path));
  });
  return { ok: false, problems };
}

/**
 * Splits an issue: one per unknown key, and for a union the issues of the closest branch.
 * @param {z.core.$ZodIssue} issue
 * @returns {{ path: PropertyKey[], message: string }[]}
 */
function flatten(issue) {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: 'this key is not known' }));
  }
  if (issue.code !== 'invalid_union') return [issue];
  const [closest] = [...issue.errors].sort((a, b) => a.length - b.length);
  return (closest ?? []).flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * Offset of a setting in the file; for a missing one, that of its nearest ancestor.
 * @param {ReturnType<typeof parseDocument>} document
 * @param {readonly PropertyKey[]} path
 */
function offsetOf(document, path) {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent) ? parent.items.find(({ key: k }) => isScalar(k) && k.value === key) : undefined;
    const node = isScalar(pair?.key) ? pair.key : document.getIn(path.slice(0, length), true);
    const range = /** @type {{ range?: readonly number[] } | undefined} */ (node)?.range;
    if (range?.[0] !== undefined) return range[0];
  }
  return 0;
}
