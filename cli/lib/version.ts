declare const __SITEGEN_RELEASE__: string | undefined;
declare const __SITEGEN_BUILD__: string | undefined;

/** Version of the package, inserted at compile time; `0.0.0` when run from source. */
export const sitegenVersion: string = typeof __SITEGEN_RELEASE__ === 'string' ? __SITEGEN_RELEASE__ : '0.0.0';

/**
 * Hash of the generator's own code, inserted at compile time. It is part of cache keys, so that outputs of another
 * build of the generator are not reused.
 */
export const sitegenHash: string = typeof __SITEGEN_BUILD__ === 'string' ? __SITEGEN_BUILD__ : 'source';
