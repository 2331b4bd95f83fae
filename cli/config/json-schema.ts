import * as z from 'zod';
import type { Json } from '../contract.ts';
import { contentSchema } from './schema/content.ts';
import { localesSchema } from './schema/locales.ts';
import { navigationSchema } from './schema/navigation.ts';
import { routesSchema } from './schema/routes.ts';
import { siteSchema } from './schema/site.ts';

export type ConfigName = 'site' | 'locales' | 'routes' | 'navigation' | 'content';

const titles: Readonly<Record<ConfigName, string>> = {
  site: 'The site as a whole',
  locales: 'Languages',
  routes: 'Pages, redirects and headers',
  navigation: 'Site navigation',
  content: 'Collections of Markdown entries',
};

/** Returns the JSON Schema of the input that a zod schema accepts. */
export function toJsonSchema(schema: z.ZodType): { readonly [key: string]: Json } {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
}

/** Returns the JSON Schema of each configuration file, with which editors complete and check the YAML. */
export function jsonSchemas(): Readonly<Record<ConfigName, Json>> {
  const titled = (name: ConfigName, schema: z.ZodType): Json => ({ title: titles[name], ...toJsonSchema(schema) });
  return {
    site: titled('site', siteSchema),
    locales: titled('locales', localesSchema),
    routes: titled('routes', routesSchema),
    navigation: titled('navigation', navigationSchema),
    content: titled('content', contentSchema),
  };
}
