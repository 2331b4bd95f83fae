declare const __SITEGEN_RELEASE__: string | undefined;
declare const __SITEGEN_BUILD__: string | undefined;

/** Version of the package, inserted when the program is compiled. */
export const release: string = typeof __SITEGEN_RELEASE__ === 'string' ? __SITEGEN_RELEASE__ : '0.0.0';

/** Hash of the generator's own code: outputs of another build of the generator are not reused. */
export const buildOfSitegen: string = typeof __SITEGEN_BUILD__ === 'string' ? __SITEGEN_BUILD__ : 'source';
