import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../cli/contract.ts';
import { htmlFile } from '../../cli/lib/paths.ts';
import { program } from '../site.ts';
import { languageOf } from './pages.ts';
import { isThorough, openHost, out, root } from './real-site.ts';

describe('the built site', () => {
  let paths: readonly string[];
  beforeAll(async () => {
    ({ paths } = await openHost());
  });

  it('has every page of the route table', () => {
    const languages = ['es', 'zh', 'fr', 'it', 'pt', 'id', 'th', 'de', 'hi', 'ja', 'ko', 'tr', 'ru', 'vi'];
    const expected = [
      '/',
      ...languages.map((code) => `/${code}`),
      '/photo-restoration',
      ...languages.map((code) => `/${code}/photo-restoration`),
      '/image-sharpener',
      '/zh/image-sharpener',
      '/unblur-image',
      '/photo-to-sketch',
      '/cleanup-pictures',
      '/ai-object-remover',
      '/hd-picture-converter',
      '/image-background-remover',
      '/photo-to-anime-converter',
      '/remove-background-from-logo',
      '/remove-watermark-from-image',
      '/remove-watermark-from-video',
      '/blog',
      '/dev-utils/seo-preview',
      '/dev-utils/pic-converter',
      '/dev-utils/p-marks-converter',
      '/dev-utils/anchor-link-generator',
    ];
    expect(paths).toEqual(expect.arrayContaining(expected));
    for (const code of languages) {
      for (const name of ['unblur-image', 'cleanup-pictures', 'dev-utils/seo-preview']) {
        expect(paths).not.toContain(`/${code}/${name}`);
      }
    }
  });

  it('has nothing that `sitegen check` reports of its links, texts, search results, pictures and accessibility', () => {
    const args = [program, 'check', '--root', root, '--out', out, '--format', 'json'];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
    expect(status, stderr).toBe(0);
    const { problems } = JSON.parse(stdout) as { readonly problems: readonly Diagnostic[] };
    expect(problems.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`)).toEqual([]);
  });

  it('is valid HTML by the rules of html-validate, in English and in one other language', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
      // Titles are measured in pixels elsewhere; assets are the site's own. The doctype is lower case, as is common,
      // and React writes void elements with a slash, attributes in its own case and ids that begin with `_`.
      rules: {
        'doctype-style': 'off',
        'long-title': 'off',
        'require-sri': 'off',
        'void-style': 'off',
        'attr-case': 'off',
        'attribute-boolean-style': 'off',
        'attribute-empty-style': 'off',
        'valid-id': ['error', { relaxed: true }],
        'aria-label-misuse': ['error', { allowAnyNamable: true }],
      },
    });
    const problems: string[] = [];
    // All languages have the same elements; the Nu HTML checker validates each of their pages (`vnu.test.ts`).
    for (const path of paths.filter((one) => isThorough || ['en', 'de'].includes(languageOf(one)))) {
      const report = await validator.validateString(
        readFileSync(join(root, out, htmlFile({ path, status: path.endsWith('/404') ? 404 : 200 })), 'utf8'),
      );
      for (const { messages } of report.results) {
        problems.push(...messages.map((one) => `${path}:${one.line}:${one.column} ${one.ruleId} ${one.message}`));
      }
    }
    expect([...new Set(problems)].slice(0, 20)).toEqual([]);
  });
});
