import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stop, TOOL_ERRORS, toolErrorOf } from '../../../../site/engine/errors.ts';

type Texts = { readonly [key: string]: string | Texts };

const file = new URL('../../../../locales/en/errors.json', import.meta.url);
const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;

/** Codes of messages that have a title: `file.damaged` and so on. */
function coded(tree: Texts, path = ''): readonly string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === 'string') return [];
    return [...(typeof value.title === 'string' ? [`${path}${key}`] : []), ...coded(value, `${path}${key}.`)];
  });
}

function words(code: string): string {
  const found = code.split('.').reduce<Texts | string | undefined>((tree, key) => (tree as Texts)[key], texts);
  return JSON.stringify(found);
}

describe('the catalogue of errors', () => {
  it('has a message for every code, and a code for every message', () => {
    // Messages of `page` belong to the shell around the tools.
    const written = coded(texts).filter((code) => code !== 'page');
    expect(Object.keys(TOOL_ERRORS).sort()).toEqual([...written].sort());
  });

  it.each(Object.entries(TOOL_ERRORS))('gives %s what its message mentions', (code, fields) => {
    // The size in an action is the suggested size.
    const mentioned = [...words(code).matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name as string);
    const names = 'suggestedSize' in fields ? [...Object.keys(fields), 'width', 'height'] : Object.keys(fields);
    expect(names).toEqual(expect.arrayContaining([...new Set(mentioned)]));
  });

  it('maps exceptions to codes', () => {
    const thrown = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return toolErrorOf(error);
      }
      return null;
    };
    expect(thrown(() => stop({ code: 'file.empty', name: 'a.png' }))).toEqual({ code: 'file.empty', name: 'a.png' });
    expect(thrown(() => new AbortController().signal.throwIfAborted())).toBeNull();
    expect(thrown(() => AbortSignal.abort().throwIfAborted())).toEqual({ code: 'job.cancelled' });
    expect(thrown(() => new Float32Array(2 ** 50))).toMatchObject({ code: 'device.outOfMemory' });
    expect(thrown(() => (null as unknown as { a: number }).a)).toMatchObject({ code: 'job.failed' });
  });

  it.each([
    ['Chromium', (name: string, message: string) => `${name}: ${message}\n    at work (tool.js:1:2)`],
    ['Firefox and WebKit', () => 'work@tool.js:1:2'],
    ['a browser without stacks', () => ''],
  ])('keeps the name and the message of what was thrown in the details: %s', (_, stackOf) => {
    for (const [error, code] of [
      [new TypeError('x is not a function'), 'job.failed'],
      [new RangeError('Array buffer allocation failed'), 'device.outOfMemory'],
    ] as const) {
      const { name, message } = error;
      error.stack = stackOf(name, message);
      const found = toolErrorOf(error);
      expect(found.code).toBe(code);
      expect(found.details?.split(`${name}: ${message}`)).toHaveLength(2);
      expect(found.details).toContain(error.stack);
    }
  });
});
