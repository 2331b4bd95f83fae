import type { Diagnostic } from '../contract.ts';
import type { Location } from '../sources/yaml.ts';

type Where = Location | { readonly file: string } | null;

/** An error at a place of a file; null: no file, but the command line. */
export function problemAt(where: Where, code: string, [message, hint]: readonly [string, string?]): Diagnostic {
  return { code, severity: 'error', message, ...(hint ? { hint } : {}), ...where };
}

export function warningAt(where: Where, code: string, text: readonly [string, string?]): Diagnostic {
  return { ...problemAt(where, code, text), severity: 'warning' };
}

/** "Did you mean …?", or what to do where nothing is near. */
export function didYouMean(near: string | null, otherwise: string): string {
  return near === null ? otherwise : `Did you mean \`${near}\`?`;
}
