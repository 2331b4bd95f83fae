import type { Message } from '../contract.ts';
import type { Catalogues } from './catalogue.ts';

/** Complete catalogues. Their code is loaded with the first message that is not in a page's payload. */
export type LazyCatalogues = {
  readonly find: (locale: string, key: string) => Message | Promise<void> | undefined;
  readonly load: (locale: string) => Promise<void>;
};

export function createLazyCatalogues(base: string): LazyCatalogues {
  let catalogues: Catalogues | null = null;
  /** The same for all that render until the code is there: where it cannot be loaded, only `load` tries again. */
  let first: Promise<void> | null = null;
  const loadCode = () =>
    import('./catalogue.ts').then(
      ({ createCatalogues }) => {
        catalogues ??= createCatalogues({ base, now: Date.now, cacheable: !import.meta.hot });
      },
      (error) => console.warn('Failed loading locale', error),
    );
  return {
    find: (locale, key) => {
      first ??= loadCode();
      return catalogues ? catalogues.find(locale, key) : first;
    },
    async load(locale) {
      await loadCode();
      await catalogues?.load(locale);
    },
  };
}
