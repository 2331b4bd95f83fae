import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Resolves packages as sitegen does. */
export const requireOfSitegen = createRequire(join(process.env.SITEGEN_DIR, 'cli/package.json'));

/** Imports a package of sitegen. */
export const load = (name) => import(pathToFileURL(requireOfSitegen.resolve(name)).href);
