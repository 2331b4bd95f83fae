/** A text of a JSON file: its path through objects and lists, joined by dots, and where its opening quote stands. */
type Leaf = { readonly path: string; readonly value: string; readonly offset: number };

/** A problem at a place of a text. */
export type Fault = {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** UTF-16 units from the start of the text. */
  readonly offset: number;
};

export type Scanned = { readonly leaves: readonly Leaf[]; readonly faults: readonly Fault[] };

type State = { readonly text: string; at: number; readonly leaves: Leaf[]; readonly faults: Fault[] };

const string = /"(?:[^"\\\p{Cc}]|\\.|[\x7f-\x9f])*"/uy;
const blank = /[ \t\r\n]*/y;
const literal = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const maxDepth = 40;

/**
 * Reads a JSON file of messages: an object whose leaves are texts. Lists count as objects with the keys 0, 1, 2 ….
 * Every path begins with `name`. Stops at the first syntax error (RFC 8259); other faults are all told.
 */
export function scanJson(text: string, name: string): Scanned {
  const state: State = { text, at: 0, leaves: [], faults: [] };
  skip(state);
  if (text[state.at] !== '{')
    return { leaves: [], faults: [syntax(state, 'The file must be a map of messages, in `{ }`')] };
  const whole = readValue(state, name, 0);
  skip(state);
  if (whole && state.at < text.length) state.faults.push(syntax(state, 'There is text after the end of the JSON'));
  return { leaves: state.leaves, faults: state.faults };
}

function skip(state: State): void {
  blank.lastIndex = state.at;
  blank.test(state.text);
  state.at = blank.lastIndex;
}

function syntax(
  { text, at }: State,
  message: string,
  hint = 'JSON has double quotes, and a comma between entries but none after the last.',
): Fault {
  const here = at < text.length ? '' : ', but the file ends here';
  return { code: 'LOCALE_SYNTAX', message: `${message}${here}.`, hint, offset: at };
}

/** The text that begins here, or null with a fault. */
function readString(state: State): string | null {
  string.lastIndex = state.at;
  if (!string.test(state.text)) {
    state.faults.push(
      syntax(state, 'This text is not closed', 'Close it with `"` in the same line; a line break is `\\n`.'),
    );
    return null;
  }
  const raw = state.text.slice(state.at, string.lastIndex);
  if (raw.includes('\\')) {
    try {
      const value = JSON.parse(raw) as string;
      state.at = string.lastIndex;
      return value;
    } catch {
      const hint = 'After `\\` comes one of `"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, or `u` and four digits.';
      state.faults.push(syntax(state, 'This text has a broken escape', hint));
      return null;
    }
  }
  state.at = string.lastIndex;
  return raw.slice(1, -1);
}

/** Reads a value and all below it; false after a syntax error. */
function readValue(state: State, path: string, depth: number): boolean {
  const { text, at } = state;
  const first = text[at];
  if (first === '"') {
    const value = readString(state);
    if (value !== null) state.leaves.push({ path, value, offset: at });
    return value !== null;
  }
  if ((first === '{' || first === '[') && depth < maxDepth) return readMany(state, path, depth);
  literal.lastIndex = at;
  if (literal.test(text)) {
    const value = text.slice(at, literal.lastIndex);
    const hint = value === 'null' ? 'Leave the key out where a message is missing.' : `Write it as text: "${value}".`;
    state.faults.push({
      code: 'LOCALE_NOT_TEXT',
      message: `A message must be text, not \`${value}\`.`,
      hint,
      offset: at,
    });
    state.at = literal.lastIndex;
    return true;
  }
  state.faults.push(
    syntax(state, depth < maxDepth ? 'A text, map or list must stand here' : 'Maps stand too deep in each other'),
  );
  return false;
}

function readMany(state: State, path: string, depth: number): boolean {
  const isMap = state.text[state.at] === '{';
  const close = isMap ? '}' : ']';
  state.at++;
  skip(state);
  if (state.text[state.at] === close) {
    state.at++;
    return true;
  }
  for (let index = 0; ; index++) {
    const key = isMap ? readKey(state) : String(index);
    if (key === null || !readValue(state, `${path}.${key}`, depth + 1)) return false;
    skip(state);
    const next = state.text[state.at];
    if (next !== ',' && next !== close) {
      state.faults.push(syntax(state, `A comma or \`${close}\` must stand here`));
      return false;
    }
    state.at++;
    skip(state);
    if (next === close) return true;
  }
}

/** A key with its colon. */
function readKey(state: State): string | null {
  if (state.text[state.at] !== '"') {
    state.faults.push(syntax(state, 'A key in double quotes must stand here'));
    return null;
  }
  const key = readString(state);
  skip(state);
  if (key !== null && state.text[state.at] !== ':') {
    state.faults.push(syntax(state, 'A colon must stand here, after the key'));
    return null;
  }
  state.at++;
  skip(state);
  return key;
}

/** Offset in the file of a place in a decoded text whose opening quote stands at `start`. */
export function offsetInFile(text: string, start: number, decoded: number): number {
  let at = start + 1;
  for (let count = 0; count < decoded; count++) {
    if (text[at] === '\\') at += text[at + 1] === 'u' ? 6 : 2;
    else at++;
  }
  return at;
}

/** Line and column of an offset, from 1; the column in UTF-16 units. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
