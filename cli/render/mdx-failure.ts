import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { positionAt } from '../sources/encoding.ts';

/** Matches what compiled MDX throws for a component that it lacks; in development its place follows, in another line. */
const missingComponent = /^(Expected (?:component|object) `([\w.]+)` to be defined.*)/;

type Failure = Pick<Diagnostic, 'message' | 'file' | 'line' | 'column'>;

/** Returns the failure of a text in MDX, at the first use of the component that it lacks; else at the file. */
export function mdxFailure(message: string, file: string, root: string): Failure {
  const [, firstLine, name] = missingComponent.exec(message) ?? [];
  if (firstLine === undefined) return { message, file };
  const text = readFileSync(join(root, file), 'utf8');
  const offset = text.search(new RegExp(`<${name}\\b`));
  return { message: firstLine, file, ...(offset >= 0 && positionAt(text, offset)) };
}
