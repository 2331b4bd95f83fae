import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the home page shows every fact, reason, step and question that has messages', () => {
  const { hero, why, how, questions } = JSON.parse(readFileSync('locales/en/home.json', 'utf8'));
  expect([hero.facts, why.points, how.steps, questions.items].map((list) => list.length)).toEqual([4, 4, 3, 7]);
});
