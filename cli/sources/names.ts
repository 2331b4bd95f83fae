import type { Diagnostic } from '../contract.ts';
import { kindOf } from './tree.ts';

/** Files of version control, operating systems and editors, which no site publishes. */
const clutter =
  /^(?:\.git.*|\.hg.*|\.svn|\.jj|\.keep|\.idea|\.vscode|\.DS_Store|\._.*|\.directory|Thumbs\.db|desktop\.ini|.*~|#.*#|\.#.*|\..*\.sw[a-p])$/i;

/** Names that hold secrets, private keys or installed packages: publishing one is a mistake, so a warning names it. */
const withheld =
  /^(?:\.env(?:\..*)?|\.npmrc|\.netrc|\.htpasswd|\.ssh|\.aws|node_modules|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|p12|pfx|kdbx|jks|keystore))$/i;

const hidden = /^(?:\.|node_modules$)/;

/** True for the name of a file or folder that is never a source, wherever it is. */
export const isIgnored = (name: string): boolean => clutter.test(name) || hidden.test(name);

/**
 * True for a path below the root, of a file or folder, that belongs to the sources. Public folders may hold hidden
 * files such as `.well-known` and `.nojekyll`; no other folder does.
 */
export function isSourcePath(path: string): boolean {
  const kind = kindOf(`${path}/`);
  if (kind === null) return false;
  return !path.split('/').some(kind === 'public' ? isWithheld : isIgnored);
}

/** Like `isSourcePath`, for a name in a folder that belongs to the sources. */
export function isSourceIn(folder: string, name: string): boolean {
  const kind = kindOf(`${folder}/${name}/`);
  return kind !== null && !(kind === 'public' ? isWithheld(name) : isIgnored(name));
}

const isWithheld = (name: string): boolean => clutter.test(name) || withheld.test(name);

/** Returns a warning for a public file or folder that is withheld although its author may expect it, or null. */
export function withheldProblem(path: string): Diagnostic | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (kindOf(`${path}/`) !== 'public' || !withheld.test(name)) return null;
  return {
    code: 'PUBLIC_FILE_WITHHELD',
    severity: 'warning',
    message: `${path} is not published: files of this name contain secrets, private keys or installed packages.`,
    hint: 'Move it out of the public folder, or rename it.',
    file: path,
  };
}
