import type { Message } from '../contract.ts';
import type { Catalogues } from './catalogue.ts';

/** Complete catalogues. Their code is loaded with the first message that is not in a page's payload. */
export type LazyCatalogues = {
  readonly find: (locale: string, key: string) => Message | Promise<void> | undefined;
  readonly load: (locale: string) => Promise<void>;
};

export function lazyCatalogues(base: string): LazyCatalogues {
  let catalogues: Catalogues | null = null;
  let opening: Promise<void> | null = null;
  const open = (): Promise<void> => {
    opening ??= import('./catalogue.ts').then(
      ({ createCatalogues }) => {
        catalogues = createCatalogues({ base, now: Date.now, cacheable: !import.meta.hot });
      },
      (error) => console.warn('Failed loading locale', error),
    );
    return opening;
  };
  return {
    find: (locale, key) => (catalogues ? catalogues.find(locale, key) : open()),
    async load(locale) {
      await open();
      await catalogues?.load(locale);
    },
  };
}
