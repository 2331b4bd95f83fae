import type { Diagnostic } from '../contract.ts';

/** Minimum versions of Node, and what `engines` of the package says of them: those in which a module can `require` another. */
export const supportedNode = '^20.19.0 || >=22.12.0';

type Versions = { readonly node: string; readonly pnp?: string };

/** Ends the program with an error on a platform on which a command cannot work. Uses nothing that an old Node does not have. */
export function requirePlatform(command: string | undefined, versions: Versions): void {
  // Yarn may run `init` with Plug’n’Play before there is a site.
  const needsNoPackages = command === undefined || command === 'init';
  const problem = platformProblem(needsNoPackages ? { node: versions.node } : versions);
  if (problem === null) return;
  process.stderr.write(`error ${problem.code}\n  ${problem.message}\n  hint: ${problem.hint}\n`);
  process.exit(1);
}

/** Returns the error of a platform on which the program cannot work; null for one on which it can. */
export function platformProblem({ node, pnp }: Versions): Diagnostic | null {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isSupported = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
  if (!isSupported) {
    return {
      code: 'NODE_VERSION',
      severity: 'error',
      message: `sitegen needs Node 20.19, 22.12 or newer; this is Node ${node}.`,
      hint: 'Install a newer version of Node from https://nodejs.org, or by your version manager, as by `nvm install 22`.',
    };
  }
  if (pnp === undefined) return null;
  return {
    code: 'YARN_PNP',
    severity: 'error',
    message:
      'The packages of this folder are installed by Yarn Plug’n’Play, which the bundler and TypeScript cannot read.',
    hint: 'Add the line `nodeLinker: node-modules` to .yarnrc.yml, and run `yarn install`.',
  };
}
