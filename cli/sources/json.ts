import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** A string, number, boolean or null of a JSON text. */
export type JsonScalar = {
  /** Keys and list indexes from the top of the text. */
  readonly path: readonly (string | number)[];
  readonly value: string | number | boolean | null;
  /** The value as written. */
  readonly source: string;
  /** Start of the value in UTF-16 units. */
  readonly offset: number;
};

export type JsonError = { readonly message: string; readonly hint: string; readonly offset: number };

export type ReadJson = {
  /** All scalars before the first error, in the order of the text. Duplicate keys give several of the same path. */
  readonly scalars: readonly JsonScalar[];
  readonly error: JsonError | null;
};

/** Nested maps and lists that a text may have: bounds the recursion of the parser. */
export const MAX_DEPTH = 40;

const commaHint = 'JSON requires double quotes, and a comma between entries but not after the last one.';
const escapeHint = 'Use one of `\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, or `\\u` and four digits.';

const errors: { readonly [code: string]: readonly [message: string, hint: string] } = {
  PropertyNameExpected: ['Expected a key in double quotes', commaHint],
  ValueExpected: ['Expected a value', commaHint],
  ColonExpected: ['Expected a colon after the key', commaHint],
  CommaExpected: ['Expected a comma', commaHint],
  CloseBraceExpected: ['Expected a comma or `}`', commaHint],
  CloseBracketExpected: ['Expected a comma or `]`', commaHint],
  EndOfFileExpected: ['Expected the end of the file', 'Remove the text after the JSON value.'],
  InvalidCommentToken: ['JSON has no comments', 'Remove the comment.'],
  UnexpectedEndOfString: [
    'This string is not closed',
    'Close it with `"` on the same line; write a line break as `\\n`.',
  ],
  InvalidCharacter: ['This string contains a control character', escapeHint],
  InvalidEscapeCharacter: ['This string contains an invalid escape sequence', escapeHint],
  InvalidUnicode: ['This string contains an invalid escape sequence', escapeHint],
};

/** Reads strict JSON (RFC 8259), with the position of every value. Stops at the first syntax error. */
export function readJson(text: string): ReadJson {
  const scalars: JsonScalar[] = [];
  let error: JsonError | null = null;
  const stop = (message: string, hint: string, offset: number): never => {
    error = { message: `${message}${offset < text.length ? '' : ', but the file ends'}.`, hint, offset };
    throw error;
  };
  const limitDepth = (offset: number, path: readonly unknown[]): void => {
    if (path.length >= MAX_DEPTH) stop(`More than ${MAX_DEPTH} nested maps or lists`, 'Nest fewer of them.', offset);
  };
  try {
    visit(
      text,
      {
        onObjectBegin: (...[offset, , , , path]) => limitDepth(offset, path()),
        onArrayBegin: (...[offset, , , , path]) => limitDepth(offset, path()),
        onLiteralValue: (...[value, offset, length, , , path]) => {
          scalars.push({ path: path(), value, source: text.slice(offset, offset + length), offset });
        },
        onError: (code: ParseErrorCode, offset) => {
          const [message, hint] = errors[printParseErrorCode(code)] ?? ['This is not JSON', commaHint];
          stop(message, hint, offset);
        },
      },
      { disallowComments: true },
    );
  } catch (thrown) {
    if (thrown !== error) throw thrown;
  }
  return { scalars, error };
}
