import { existsSync, readFileSync } from 'node:fs';
import type { NavigationEntry } from 'sitegen/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { relatedTools, TOOLS, toolOf } from '../../../../site/tools/registry.ts';
import { resultOf } from '../../../../site/tools/results.ts';

const navigation = parse(readFileSync('config/navigation.yaml', 'utf8')) as readonly NavigationEntry[];
const english = (name: string) => JSON.parse(readFileSync(`locales/en/${name}.json`, 'utf8'));

describe('the list of tools', () => {
  test('is that of the navigation, in its order and groups', () => {
    const listed = navigation
      .filter(({ contents, devOnly }) => contents && !devOnly)
      .flatMap(({ name: group, contents }) => contents?.map(({ name, path }) => ({ name, path, group })));
    expect(TOOLS.map(({ name, path, group }) => ({ name, path, group }))).toEqual(listed);
  });

  test.each(TOOLS)('$name has the words that its page counts on, and what the tool made', ({ name, path }) => {
    const { h1, lead, how, good, limits, questions } = english(name);
    expect([h1, lead].every((text) => typeof text === 'string' && text !== '')).toBe(true);
    expect([how.length, good.length, limits.length, questions.length]).toEqual([4, 4, 4, 5]);
    expect(english('home').tools[name]).toMatchObject({ name: expect.any(String), line: expect.any(String) });
    expect(resultOf(path.slice(1))).toBeDefined();
    for (const file of ['before', 'before-480', 'after', 'after-480'])
      expect(existsSync(`site/public/samples${path}/${file}.webp`)).toBe(true);
  });

  test('the home page counts on as many facts, reasons, steps and questions as there are', () => {
    const { hero, why, how, questions } = english('home');
    expect([hero.facts, why.points, how.steps, questions.items].map((list) => list.length)).toEqual([4, 4, 3, 7]);
  });
});

describe('related tools', () => {
  test('are others, those of the same group first', () => {
    expect(relatedTools('unblurImage', 3).map(({ name }) => name)).toEqual([
      'imageSharpener',
      'hdPictureConverter',
      'photoRestoration',
    ]);
    expect(relatedTools('photoToSketch', 3)[0]).toBe(toolOf('photoToAnimeConverter'));
    for (const { name } of TOOLS) {
      const related = relatedTools(name, 3);
      expect(related).toHaveLength(3);
      expect(related).not.toContain(toolOf(name));
    }
  });
});
