import type { Message } from '../contract.ts';
import type { Catalogues } from './catalogue.ts';

/** Complete catalogues. Their code is loaded with the first message that is not in a page's payload. */
export type LazyCatalogues = {
  readonly find: (locale: string, key: string) => Message | Promise<void> | undefined;
  readonly load: (locale: string) => Promise<void>;
};

export function createLazyCatalogues(base: string): LazyCatalogues {
  let catalogues: Catalogues | null = null;
  let loadingCode: Promise<void> | null = null;
  const loadCode = (): Promise<void> => {
    loadingCode ??= import('./catalogue.ts').then(
      ({ createCatalogues }) => {
        catalogues = createCatalogues({ base, now: Date.now, cacheable: !import.meta.hot });
      },
      (error) => console.warn('Failed loading locale', error),
    );
    return loadingCode;
  };
  return {
    find: (locale, key) => (catalogues ? catalogues.find(locale, key) : loadCode()),
    async load(locale) {
      await loadCode();
      await catalogues?.load(locale);
    },
  };
}
