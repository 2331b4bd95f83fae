import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { Diagnostic, Json } from '../contract.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { FrontField, Place } from './simple-yaml.ts';

/** Reads front matter with the `yaml` library: core schema, unique keys. `from.line` is the line `text` starts on. */
export function readYaml(
  text: string,
  from: { readonly file: string; readonly line: number },
): Result<readonly FrontField[]> {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'core', lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: line + from.line - 1, column: col };
  };
  const problem = (message: string, place: Place): Diagnostic => ({
    code: 'CONTENT_YAML',
    severity: 'error',
    message,
    hint: 'Front matter is YAML: `key: value` on each line; quote text that holds `: `, ` #` or starts with a sign.',
    file: from.file,
    ...place,
  });
  if (document.errors.length > 0) {
    return fail(
      document.errors.map((error) => problem(`Broken YAML. ${sentence(error.message)}`, placeOf(error.pos[0]))),
    );
  }
  const map = document.contents;
  if (map === null) return ok([]);
  if (!isMap<Node, Node | null>(map)) {
    return fail([problem('The front matter is not a list of `key: value` lines.', placeOf(map.range[0]))]);
  }
  try {
    const values = document.toJS({ mapAsMap: false }) as Record<string, Json>;
    return ok(
      map.items.map(({ key, value }) => {
        const name = isScalar(key) ? String(key.value ?? '') : key.toString();
        const keyEnd = key.range?.[1] ?? 0;
        return {
          key: name,
          value: values[name] ?? null,
          keyAt: placeOf(key.range?.[0] ?? 0),
          valueAt: placeOf(isEmpty(value) ? keyEnd + 1 : (value?.range?.[0] ?? keyEnd)),
        };
      }),
    );
  } catch (error) {
    // The library throws here for aliases that have no anchor or that grow without bound.
    return fail([
      problem(`Broken YAML. ${sentence(String((error as Error).message))}`, { line: from.line, column: 1 }),
    ]);
  }
}

function isEmpty(value: Node | null): boolean {
  return value === null || (isScalar(value) && value.value === null && value.range?.[0] === value.range?.[1]);
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
