import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { platformProblem, supportedNode } from '../../../../cli/report/platform.ts';

it('rejects the versions of Node that the package does not name, and Plug’n’Play', () => {
  const rejected = (node: string, pnp?: string) => platformProblem({ node, ...(pnp && { pnp }) })?.code ?? null;
  for (const node of ['18.20.8', '20.18.3', '21.7.3', '22.0.0', '22.11.0']) expect(rejected(node)).toBe('NODE_VERSION');
  for (const node of ['20.19.0', '20.20.2', '22.12.0', '22.20.1', '23.0.0', '24.1.0'])
    expect(rejected(node)).toBe(null);
  expect(rejected('22.20.1', '3')).toBe('YARN_PNP');
});

it.each(['package.json', 'cli/package.json', 'cli/create/package.json'])('says the same in %s', (file) => {
  expect(JSON.parse(readFileSync(file, 'utf8')).engines.node).toBe(supportedNode);
});
