import hljs from 'highlight.js';
import type { Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import { createHighlighter } from '../../../../../cli/content/markdown/highlight.ts';
import { createRenderer } from '../../../../../cli/content/markdown/render.ts';
import type { Diagnostic } from '../../../../../cli/contract.ts';
import { context, html, problems, render } from './rendering.ts';

describe('renderBody, code', () => {
  it('highlights code with classes and names its language', () => {
    expect(html('```ts\nconst a = 1; // <b>\n```')).toBe(
      '<div class="code" data-copy="Copy" data-copied="Copied"><pre tabindex="0" data-language="ts"><code class="language-ts"><span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span>; <span class="hljs-comment">// &#x3C;b></span>\n</code></pre></div>',
    );
  });

  it.each(['nope', '../../etc/passwd', 'constructor', '__proto__'])(
    'leaves code of the unknown language %s plain',
    (name) => {
      expect(html(`\`\`\`${name}\na < b\n\`\`\``)).toContain('>a &#x3C; b\n</code></pre>');
    },
  );

  it('returns the same bytes for repeated renderings in any order', () => {
    const source = '```css\na { color: red }\n```\n\n```py\nprint(1)\n```\n';
    expect(createRenderer()(source, context)).toEqual(render(source, context));
    expect(render(source, context)).toEqual(render(source, context));
  });

  it.each([
    [
      'html',
      '<script>let a;</script>',
      '<span class="language-javascript"><span class="hljs-keyword">let</span> a;</span>',
    ],
    [
      'tsx',
      'let a = <b>c</b>;',
      '<span class="language-xml"><span class="hljs-tag">&#x3C;<span class="hljs-name">b</span>>',
    ],
    ['console', '$ echo a', '<span class="language-bash"><span class="hljs-built_in">echo</span> a</span>'],
    ['http', 'GET / HTTP/1.1\n\n{"a": 1}', '<span class="language-json"><span class="hljs-punctuation">{</span>'],
  ])('highlights the languages within %s, whatever other texts contain', (language, code, expected) => {
    const source = `\`\`\`${language}\n${code}\n\`\`\``;
    const fresh = createRenderer();
    const used = createRenderer();
    for (const other of ['js', 'xml', 'bash', 'json', 'css', 'yaml']) used(`\`\`\`${other}\na\n\`\`\``, context);
    expect(fresh(source, context)).toMatchObject({ value: { html: expect.stringContaining(expected) } });
    expect(used(source, context)).toEqual(fresh(source, context));
  });

  it('highlights a language by each name that highlight.js has for it', () => {
    const names = hljs.listLanguages().flatMap((name) => [name, ...(hljs.getLanguage(name)?.aliases ?? [])]);
    const highlight = createHighlighter();
    const plain = ['text', 'txt'];
    expect(names.filter((name) => highlight('a', name) === null)).toEqual(plain);
  });

  it('does not highlight code without a language or inline code', () => {
    expect(html('    a b\n\nand `c`')).toBe(
      '<div class="code" data-copy="Copy" data-copied="Copied"><pre tabindex="0"><code>a b\n</code></pre></div>\n<p>and <code>c</code></p>',
    );
  });

  it('shows a title as the caption of the block', () => {
    expect(html('```js title="src/a <b>.js"\nx\n```')).toBe(
      '<figure class="code" data-copy="Copy" data-copied="Copied"><figcaption>src/a &#x3C;b>.js</figcaption><pre tabindex="0" data-language="js"><code class="language-js">x\n</code></pre></figure>',
    );
    expect(html('```js title=a.js\nx\n```')).toContain('<figcaption>a.js</figcaption>');
  });

  it('marks lines, also where a token spans several of them', () => {
    expect(html('```js {2,4-5}\na\n/* b\nc */\nd\ne\n```')).toContain(
      '<code class="language-js"><span class="line">a\n</span><mark class="line"><span class="hljs-comment">/* b</span>\n</mark><span class="line"><span class="hljs-comment">c */</span>\n</span><mark class="line">d\n</mark><mark class="line">e\n</mark></code>',
    );
    expect(html('```text {1}\na b\n```')).toContain('<mark class="line">a b\n</mark>');
  });

  it('highlights a diff in the language of its lines', () => {
    expect(html('```js diff\n  a\n-let b\n+ let c\n```')).toContain(
      '<code class="language-js"><span class="line"> a\n</span><del class="line"><span class="hljs-keyword">let</span> b\n</del><ins class="line"> <span class="hljs-keyword">let</span> c\n</ins></code>',
    );
  });

  it.each([
    ['a formula on lines of its own', 'Text\n\n$$\nE = mc^2\n$$\n', ['CONTENT_MATH', 12, 1]],
    ['the first formula of a text', 'Mass is $\\frac{a}{b}$ and\n$x_{i}$.', ['CONTENT_MATH', 10, 9]],
    ['a formula on a later line', 'One\ntwo $\\alpha$ three', ['CONTENT_MATH', 11, 5]],
    ['a block of mathematics', '- a\n\n  ```math\n  a\n  ```', ['CONTENT_MATH', 12, 3]],
    ['a diagram', 'Text\n\n```mermaid\ngraph TD; A-->B\n```', ['CONTENT_DIAGRAM', 12, 1]],
  ])('warns of what only a plugin renders: %s', (_what, source, expected) => {
    expect(problems(source)).toEqual([expected]);
  });

  it('keeps the classes by which remark-math marks formulas for rehype-katex', () => {
    expect(problems('A <code class="language-math math-inline">a</code>')).toEqual([]);
  });

  it.each([
    ['a label over two lines', '::film[One\ntwo]{src=a}', ['CONTENT_DIRECTIVE_UNREAD', 10, 1]],
    ['a space before the attributes', '- Text\n  ::film {src=a}', ['CONTENT_DIRECTIVE_UNREAD', 11, 3]],
  ])('warns of what is meant for a directive and is none: %s', (_what, source, expected) => {
    expect(problems(source)).toEqual([expected]);
  });

  it.each([
    ['a picture whose path has a space', 'Text\n\nSee ![A lamp](./My lamp.png) here', ['CONTENT_PATH_SPACE', 12, 5]],
    ['a link whose path has a space', '- one\n- [two](/a b/c)', ['CONTENT_PATH_SPACE', 11, 3]],
    ['a footnote that there is not', 'One.[^1]\nTwo.[^two] `[^3]`\n\n[^1]: Note.', ['CONTENT_FOOTNOTE_MISSING', 11, 5]],
    [
      'a full reference',
      'See *[the\nguide][gide]* and [it][guide].\n\n[guide]: /g',
      ['CONTENT_DEFINITION_MISSING', 10, 6],
    ],
    ['a collapsed reference', '> One\n> [the guide][], [The guide][]', ['CONTENT_DEFINITION_MISSING', 11, 3]],
    ['a reference around code', '- See [`sitegen new`][new]', ['CONTENT_DEFINITION_MISSING', 10, 7]],
    ['a collapsed reference of code', 'See [`new`][].', ['CONTENT_DEFINITION_MISSING', 10, 5]],
    ['a picture', '| a |\n| - |\n| ![A lamp][lamp] |', ['CONTENT_DEFINITION_MISSING', 12, 3]],
    ['a picture in a link', '[![A lamp][lamp]][shop]\n\n[lamp]: ./a.png', ['CONTENT_DEFINITION_MISSING', 10, 1]],
  ])('warns of what is meant for a link or a footnote and is none: %s', (_what, source, expected) => {
    expect(problems(source)).toEqual([expected]);
  });

  it.each([
    ['a shortcode of Hugo', 'Text\n\n- See\n  {{< youtube abc >}} and {{% note %}}', ['CONTENT_TEMPLATE_TAG', 13, 3]],
    ['a tag of Liquid', '## A\n\n{%- include a.html -%}\n\n{% raw %}', ['CONTENT_TEMPLATE_TAG', 12, 1]],
    ['a variable in a link', 'See [one]({{ site.url }}/a.html).', ['CONTENT_TEMPLATE_TAG', 10, 11]],
  ])('warns of the first tag of a template: %s', (_what, source, expected) => {
    expect(problems(source)).toEqual([expected]);
  });

  it.each(['Code `{{< a >}}` and\n\n```\n{% raw %}\n```', 'Say {{ name }}, {{sum}}, {% 5 %} or {{<', '    {% raw %}'])(
    'takes neither code nor other braces for tags: %j',
    (source) => {
      expect(problems(source)).toEqual([]);
    },
  );

  it.each([
    ['a cell without a column', '| a | b |\n| - | - |\n| 1 |\n| `x|y` | 2 |', ['CONTENT_TABLE_CELLS', 13, 9]],
    ['a heading without a space', 'Text\n##Set up\nMore', ['CONTENT_HEADING_SPACE', 11, 1]],
    ['a kind of callout that there is not', 'Text\n\n> [!INFO]\n> Text', ['CONTENT_CALLOUT_UNREAD', 12, 3]],
    ['a callout with a title', '- > [!note] Read *this*\n  > Text', ['CONTENT_CALLOUT_UNREAD', 10, 5]],
  ])('warns of a block that readers see otherwise than it is meant: %s', (_what, source, expected) => {
    expect(problems(source)).toEqual([expected]);
  });

  it.each([
    '| a | b |\n| - | - |\n| 1 | 2 | |\n| `x\\|y` | 3 |',
    '#hashtag ##\n\n####\n\n    ##code\n\n`##code`\n\n```\n##code\n```\n\n\\##text\n\n#2',
    '> [!NOTE]\n> Text\n\n> [!tip]  \n> Text\n\n> [sic] Text\n\n[!INFO]',
  ])('takes no other text for such a block: %j', (source) => {
    expect(problems(source)).toEqual([]);
  });

  it('reads a long line with an open parenthesis in time that grows with its length', () => {
    expect(problems(`See [one](${'and on '.repeat(200_000)}`)).toEqual([]);
  });

  it.each([
    '![A lamp](<./lamp.png> "On the table") and [a link](/about "About us")',
    'As he said [sic](as it was) and list[0](see below).',
    'Escaped: \\[^2] and !\\[a](./b c.png), in code: `[^2] [a](b c.png)`',
    'Take array[0][1], [i][j], [12][], list()[first][second], map[key][] or [x][y], and [ ][box].',
    'Escaped: \\[one][two] and [one\\][two], in code: `[one][two]`.\n\n    [one][two]\n',
    '[Sic][^1] and [one] [two], [one][Two\\] x], [a [b][c]](/d).\n\n[^1]: A note.\n\n[two\\] X]: /two',
    '- [x] [one][two]\n\n[two]: /two',
    'A reference [^note] and [a [nested](/about) link](x y).\n\n[^note]: Its text.',
  ])('takes neither prose nor code for links and footnotes: %j', (source) => {
    expect(problems(source)).toEqual([]);
  });

  it('does not search the text beside it for what a plugin adds', () => {
    const add = () => (tree: Root) => {
      tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: 'Added.' }] });
    };
    const source = 'One.[^1] `![a](./b c.png)` `$$\na=b\n$$`\n\n```md\n::film {a}\n```\n\n[^1]: Note.';
    const result = createRenderer([{ remarkPlugins: [add] }])(source, context);
    expect(result).toMatchObject({ ok: true, warnings: [] });
  });

  it.each([
    'Code such as `::film[One]`, std::film[0], and\n`::film {a}`.',
    '```md\n::film[One\ntwo]{src=a}\n```',
    'It costs $5 and $10, or $1.50–$3.00.',
    'Restaurants from $$ to $$$, or $$-$$$.',
    'Escaped: \\$\\alpha\\$, and `$\\alpha$` in code.',
    'The path $HOME\\bin and the price $3.',
    '```sh\necho $$ $\\alpha$\n$$\na = b\n$$\n```',
    'Pay $20 {US}, or 30$ with \\$5 off.',
    'No mermaid here, `mermaid` neither.',
  ])('takes neither prices nor code for formulas: %j', (source) => {
    expect(problems(source)).toEqual([]);
  });

  it.each([
    ['pyhton', 'python'],
    ['Javascirpt{1}', 'javascript'],
    ['python3', 'python'],
  ])('warns of a misspelled language: %s', (name, meant) => {
    expect(render(`Text\n\n- one\n\n  \`\`\`${name}\n  a\n  \`\`\``, context)).toMatchObject({
      warnings: [{ code: 'CONTENT_CODE_LANGUAGE', hint: `Did you mean \`${meant}\`?`, line: 14, column: 3 }],
    });
    const readsLanguages = createRenderer([{ rehypePlugins: [() => () => undefined] }]);
    expect(readsLanguages(`\`\`\`${name}\na\n\`\`\``, context)).toMatchObject({ warnings: [] });
  });

  it.each(['text', 'plain', 'csv', 'cython', 'fsharp', 'graphviz', 'nushell', 'purescript', 'shell-session', 'swig'])(
    'takes the language %s for no misspelled one',
    (name) => {
      expect(problems(`\`\`\`${name}\na\n\`\`\``)).toEqual([]);
    },
  );

  it.each(['js {2}', 'js{2}', 'js{1-2} title=a.js', 'js{1, 2}'])('highlights lines of a block of %s', (info) => {
    const { value, warnings } = render(`\`\`\`${info}\nlet a;\nlet b;\n\`\`\`\n`, context) as {
      value: { html: string };
      warnings: readonly Diagnostic[];
    };
    expect(warnings).toEqual([]);
    expect(value.html).toContain('class="language-js"');
    expect(value.html).toContain('<mark class="line">');
  });

  it('reads no options in a title', () => {
    const block = html('```sh title="What git diff {1} shows"\n  two\n- one\n```');
    expect(block).toContain('What git diff {1} shows');
    expect(block).toContain('  two\n- one');
    expect(block).not.toMatch(/<(?:mark|ins|del)/);
  });

  it('warns of options that there are not, and of lines that the block does not have', () => {
    const { warnings } = render('# t\n\n```js wrap {3}\na\n```\n', context) as { warnings: readonly Diagnostic[] };
    expect(warnings.filter(({ code }) => code.startsWith('CONTENT_CODE'))).toEqual([
      expect.objectContaining({ code: 'CONTENT_CODE_META', message: expect.stringContaining('`wrap`') }),
      expect.objectContaining({
        code: 'CONTENT_CODE_LINES',
        message: expect.stringContaining('1 line, and no line 3'),
      }),
    ]);
  });
});
