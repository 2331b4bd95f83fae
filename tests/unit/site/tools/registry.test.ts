import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { NavigationEntry } from '@safelight/sitegen/types';
import { imageSize } from 'image-size';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nextTools, relatedTools, TOOLS, toolWithId, toolWithName } from '../../../../site/tools/registry.ts';

type Route = { readonly id: string; readonly path: string; readonly page: string; readonly seo: string };

const yaml = (name: string) => parse(readFileSync(`config/${name}.yaml`, 'utf8'));
const english = (name: string) => JSON.parse(readFileSync(`locales/en/${name}.json`, 'utf8'));

describe('the registry of tools', () => {
  it('contains every folder of site/tools with a tool.ts, by the name of the folder', () => {
    const folders = readdirSync('site/tools').filter((name) => existsSync(`site/tools/${name}/tool.ts`));
    expect(TOOLS.map(({ id }) => id).toSorted()).toEqual(folders.toSorted());
  });

  it('agrees with the navigation on names, paths, groups and order', () => {
    const entries = (yaml('navigation') as readonly NavigationEntry[])
      .filter(({ contents, devOnly }) => contents && !devOnly)
      .flatMap(({ name: group, contents }) => contents?.map(({ name, path }) => ({ name, path, group })));
    expect(entries, 'add the missing lines to config/navigation.yaml').toEqual(
      TOOLS.map(({ name, path, group }) => ({ name, path, group })),
    );
  });

  it.each(TOOLS)('has a route for $id in config/routes.yaml', ({ id, name, path }) => {
    const { routes } = yaml('routes') as { readonly routes: readonly Route[] };
    expect(routes.find((route) => route.id === id)).toMatchObject({ id, path, page: 'Tool', seo: `${name}.seo` });
  });

  it.each(TOOLS)('has the messages that the pages show of $id', ({ name }) => {
    const { h1, lead, how, good, limits, questions } = english(name);
    expect([h1, lead].every((text) => typeof text === 'string' && text !== '')).toBe(true);
    expect([how.length, good.length, limits.length, questions.length]).toEqual([4, 4, 4, 5]);
    expect(english('home').tools[name]).toMatchObject({ name: expect.any(String), line: expect.any(String) });
    expect(english('navigation')[name]).toEqual(expect.any(String));
  });

  it.each(TOOLS)('has the sample result of $id on both sides in both sizes, 3 : 2, each below 65 kB', ({ id }) => {
    for (const side of ['before', 'after']) {
      for (const [ending, maxWidth] of [
        ['', 960],
        ['-480', 480],
      ] as const) {
        const file = `site/public/samples/${id}/${side}${ending}.webp`;
        expect(existsSync(file), file).toBe(true);
        const { width, height } = imageSize(readFileSync(file));
        expect(width).toBeLessThanOrEqual(maxWidth);
        expect(width / height).toBeCloseTo(1.5, 1);
        expect(statSync(file).size, file).toBeLessThan(65_000);
      }
    }
  });

  it.each(TOOLS)('has the small pictures of the card of $id, together below 65 kB', ({ id }) => {
    const files = ['before', 'after'].flatMap((side) =>
      [400, 560].map((width) => `site/public/samples/${id}/card-${side}-${width}.avif`),
    );
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(65_000);
  });

  it.each(TOOLS)('says of $id whether its sample result is transparent in parts', async ({ id, result }) => {
    const { isOpaque } = await sharp(`site/public/samples/${id}/after.webp`).stats();
    expect(result.isTransparent ?? false).toBe(!isOpaque);
  });

  it('finds a tool by its id and by its name, and throws for others', () => {
    expect(toolWithId('image-sharpener')).toBe(toolWithName('imageSharpener'));
    expect(() => toolWithId('image-blunter')).toThrow('site/tools');
  });
});

describe('relatedTools', () => {
  it('returns other tools, those of the same group first', () => {
    expect(relatedTools(toolWithName('unblurImage'), 3).map(({ name }) => name)).toEqual([
      'imageSharpener',
      'hdPictureConverter',
      'photoRestoration',
    ]);
    expect(relatedTools(toolWithName('photoToSketch'), 3)[0]).toBe(toolWithName('photoToAnimeConverter'));
    for (const tool of TOOLS) {
      const related = relatedTools(tool, 3);
      expect(related).toHaveLength(3);
      expect(related).not.toContain(tool);
    }
  });
});

describe('nextTools', () => {
  it('returns the other tools for pictures', () => {
    const next = nextTools(toolWithName('cleanupPictures'));
    expect(next.every(({ kind }) => kind === 'image')).toBe(true);
    expect(next).toHaveLength(TOOLS.filter(({ kind }) => kind === 'image').length - 1);
    expect(next).not.toContain(toolWithName('cleanupPictures'));
  });
});
