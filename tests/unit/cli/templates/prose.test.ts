import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { html } from '../content/markdown/rendering.ts';

const templates = fileURLToPath(new URL('../../../../cli/templates', import.meta.url));

/** All style sheets of a new site. Files of the template replace those of the base. */
function stylesOf(template: string): string {
  const sheets = ['base', template].flatMap((folder) =>
    readdirSync(join(templates, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name): [string, string] => [name, readFileSync(join(templates, folder, name), 'utf8')]),
  );
  return Object.values(Object.fromEntries(sheets)).join('\n');
}

const everything = `
## Heading

> [!TIP]
> Text.

:::table[Caption]
| a | b |
| --- | --- |
| 1 | 2 |
:::

- [x] done

\`\`\`ts title="a.ts" {1}
// Adds.
const sum: number = 1 + Number("2");
\`\`\`

\`\`\`css diff
-a { color: red; }
+a { color: blue; }
\`\`\`

![A picture](./a.jpg "Caption") and a note.[^1]

[^1]: Note.
`;

/** Names that are only for scripts, or for the styles of those who want more. */
const isOptional = (name: string) => /^(?:language-|callout-tip$|footnote-|class_$)/.test(name);

describe.each(['blog', 'docs'])('the template %s', (template) => {
  it('has styles for everything that a text can contain', () => {
    const names = [...html(everything).matchAll(/ class="([^"]+)"/g)].flatMap(([, value = '']) => value.split(' '));
    const css = stylesOf(template);
    const missing = [...new Set([...names, 'picture', 'copy-code'])].filter(
      (name) => !isOptional(name) && !new RegExp(`\\.${name}(?![\\w-])`).test(css),
    );
    expect(missing).toEqual([]);
    expect(css).toMatch(/^figure/m);
  });
});
