import type { Diagnostic } from '../contract.ts';

type StrayError = Pick<Diagnostic, 'severity'> & { readonly location?: Pick<Diagnostic, 'file' | 'line' | 'column'> };

/** Returns the problem of an error that code of the site threw in a timer, or in a promise that nothing awaits. */
export function strayProblem(error: unknown, { severity, location }: StrayError): Diagnostic {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  const thrownAt = stack.split('\n')[1]?.trim();
  return {
    code: 'STRAY_ERROR',
    severity,
    message: `Code of the site threw outside of rendering: ${message}`,
    hint: thrownAt === undefined || location ? 'Catch it where it is thrown.' : `It was thrown ${thrownAt}.`,
    ...location,
  };
}
