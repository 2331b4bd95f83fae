declare const __SITEGEN_RELEASE__: string | undefined;
declare const __SITEGEN_BUILD__: string | undefined;

/** Version of the package; put in when the program is compiled. */
export const release: string = typeof __SITEGEN_RELEASE__ === 'string' ? __SITEGEN_RELEASE__ : '0.0.0';

/** Fingerprint of the generator's own code: what it made before may be different when this is. */
export const buildOfSitegen: string = typeof __SITEGEN_BUILD__ === 'string' ? __SITEGEN_BUILD__ : 'source';
