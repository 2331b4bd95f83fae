import type { Validity } from '../../../../cli/contract.ts';

export const check = (): Validity => false;

export function Page() {
  return <h1>Never seen</h1>;
}
