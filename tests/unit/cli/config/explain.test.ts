import { describe, expect, it } from 'vitest';
import { jsonSchemas } from '../../../../cli/config/explain.ts';

const schemas = jsonSchemas() as Record<string, Record<string, Record<string, Record<string, unknown>>>>;

describe('jsonSchemas', () => {
  it('has a schema with a title for each file', () => {
    expect(Object.keys(schemas)).toEqual(['site', 'locales', 'routes', 'navigation', 'content']);
    for (const schema of Object.values(schemas)) expect(typeof schema.title).toBe('string');
  });

  it('describes every key of the site, so that an editor can explain it', () => {
    const silent: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties = {}, items, additionalProperties, anyOf = [] } = node as Record<string, never>;
      for (const [key, inner] of Object.entries(properties as Record<string, Record<string, unknown>>)) {
        if (inner.description === undefined && inner.properties === undefined) silent.push(`${path}.${key}`);
        visit(inner, `${path}.${key}`);
      }
      for (const inner of [items, additionalProperties, ...(anyOf as unknown[])]) visit(inner, path);
    };
    for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
    expect(silent).toEqual([]);
  });

  it('does not require keys with a default', () => {
    expect(schemas.site?.required).toEqual(['name', 'url']);
    expect(schemas.site?.properties?.theme).toMatchObject({ enum: ['light', 'dark', 'system'], default: 'system' });
    expect(schemas.site).toMatchObject({ additionalProperties: false });
  });
});
