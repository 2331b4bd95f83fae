import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { duplicatesIn, duplicateText, tagsOf } from '../lib/head-tags.ts';
import type { DataPath } from '../sources/yaml.ts';
import { warningAt } from './explain.ts';
import type { LoadedFile } from './load.ts';
import type { headSchema } from './schema/head.ts';
import type { routesSchema } from './schema/routes.ts';
import type { SiteSettings } from './types.ts';

type HeadSettings = z.output<typeof headSchema>;

/** Warns of each element that one list of the configuration adds to the head twice. */
export function checkHeads(
  site: LoadedFile<SiteSettings | null>,
  routes: LoadedFile<z.output<typeof routesSchema>>,
): readonly Diagnostic[] {
  return [
    ...(site.value ? duplicates(site.value.head as HeadSettings, site.locate, ['head']) : []),
    ...routes.value.routes.flatMap(({ head }, index) =>
      head ? duplicates(head, routes.locate, ['routes', index, 'head']) : [],
    ),
  ];
}

function duplicates(head: HeadSettings, locate: LoadedFile<unknown>['locate'], path: DataPath): readonly Diagnostic[] {
  return (['meta', 'link', 'script'] as const).flatMap((kind) => {
    const tags = tagsOf({ [kind]: head[kind] }, '');
    return duplicatesIn(tags).map((index) =>
      warningAt(locate([...path, kind, index]), 'HEAD_DUPLICATE', duplicateText(tags[index] as (typeof tags)[number])),
    );
  });
}
