import type { Reporter, TestCase } from 'vitest/node';

/** Prints why a test failed that passed when it was run again: without it, only that it was run again would be known. */
export class RetriedTests implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== 'passed' || !errors?.length) return;
    const reasons = errors.map(({ message, stacks }) => {
      const at = stacks?.[0];
      return `${message}${at ? `\n  at ${at.file}:${at.line}:${at.column}` : ''}`;
    });
    process.stdout.write(`passed the second time: ${test.fullName}\n${reasons.join('\n')}\n`);
  }
}
