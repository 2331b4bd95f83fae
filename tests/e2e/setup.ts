import { buildRealSite } from './real-site.ts';

/** Builds this repository's site once for all files of the suite. */
export async function setup(): Promise<void> {
  await buildRealSite();
  process.env.E2E_BUILT = 'yes';
}
