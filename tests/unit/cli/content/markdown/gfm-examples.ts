/** Markdown of every feature that GitHub adds to CommonMark, with the HTML that it stands for. */
export const gfmExamples: readonly (readonly [name: string, markdown: string, html: string])[] = [
  [
    'table',
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    'table with alignment, without outer pipes',
    'a | b | c\n:-- | :-: | --:\n1 | 2 | 3\n',
    '<table>\n<thead>\n<tr>\n<th align="left">a</th>\n<th align="center">b</th>\n<th align="right">c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="left">1</td>\n<td align="center">2</td>\n<td align="right">3</td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    'escaped pipe in code in a table',
    '| a |\n| - |\n| `x \\| y` **b** |\n',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x | y</code> <strong>b</strong></td>\n</tr>\n</tbody>\n</table>',
  ],
  [
    'table ended by another block',
    '| a |\n| - |\n| 1 |\n> quote\n',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n<blockquote>\n<p>quote</p>\n</blockquote>',
  ],
  ['no table where the cells of the delimiter row differ', '| a | b |\n| - |\n', '<p>| a | b |\n| - |</p>'],
  [
    'table with short and long rows',
    '| a | b |\n| - | - |\n| 1 |\n| 1 | 2 | 3 |\n',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td></td>\n</tr>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
  ],
  ['table of a head only', '| a |\n| - |\n', '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>'],
  [
    'table in a list',
    '- | a |\n  | - |\n  | 1 |\n',
    '<ul>\n<li>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n</li>\n</ul>',
  ],
  ['strikethrough', '~~gone~~ and ~one~', '<p><del>gone</del> and <del>one</del></p>'],
  ['strikethrough does not cross paragraphs', 'a ~~b\n\nc~~ d', '<p>a ~~b</p>\n<p>c~~ d</p>'],
  ['three tildes are no strikethrough', 'a ~~~b~~~', '<p>a ~~~b~~~</p>'],
  [
    'task list',
    '- [ ] open\n- [x] done\n- [X] done\n',
    '<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" disabled> open</li>\n<li class="task-list-item"><input type="checkbox" checked disabled> done</li>\n<li class="task-list-item"><input type="checkbox" checked disabled> done</li>\n</ul>',
  ],
  [
    'ordered task list with a nested one',
    '1. [x] a\n   - [ ] b\n',
    '<ol class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" checked disabled> a\n<ul class="contains-task-list">\n<li class="task-list-item"><input type="checkbox" disabled> b</li>\n</ul>\n</li>\n</ol>',
  ],
  ['no task outside a list', '[x] a', '<p>[x] a</p>'],
  ['www', 'See www.example.com.', '<p>See <a href="http://www.example.com">www.example.com</a>.</p>'],
  [
    'literal address with a path and parentheses',
    'www.a.org/b_(c)) https://a.org/?q=(x)&y=1.',
    '<p><a href="http://www.a.org/b_(c)">www.a.org/b_(c)</a>) <a href="https://a.org/?q=(x)&#x26;y=1">https://a.org/?q=(x)&#x26;y=1</a>.</p>',
  ],
  [
    'literal address before an entity',
    'http://a.org/b&amp; www.a.org/?q=c&hl;',
    '<p><a href="http://a.org/b">http://a.org/b</a>&#x26; <a href="http://www.a.org/?q=c">www.a.org/?q=c</a>&#x26;hl;</p>',
  ],
  ['literal e-mail', 'Write to a.b-c_d@e.org.', '<p>Write to <a href="mailto:a.b-c_d@e.org">a.b-c_d@e.org</a>.</p>'],
  ['no e-mail with a trailing hyphen', 'a@b.c-', '<p>a@b.c-</p>'],
  ['literal address in emphasis', '*www.a.org*', '<p><em><a href="http://www.a.org">www.a.org</a></em></p>'],
  ['no literal address in a link', '[www.a.org](/b)', '<p><a href="/b">www.a.org</a></p>'],
  ['footnote', 'Text[^1] again[^1].\n\n[^1]: The note.\n', '<p>Text<sup>1</sup> again<sup>1</sup>.</p>'],
  [
    'footnote with blocks',
    'Text[^long-name].\n\n[^long-name]: One.\n\n    Two.\n\n    - three\n\nAfter.\n',
    '<p>Text<sup>1</sup>.</p>\n<p>After.</p>',
  ],
  ['footnote without a definition', 'Text[^1].', '<p>Text[^1].</p>'],
  ['two footnotes in a row', 'A[^a]B[^b]\n\n[^b]: Bee\n[^a]: Ay\n', '<p>A<sup>1</sup>B<sup>2</sup></p>'],
  [
    'everything in a list',
    '- ~~a~~ www.b.org\n- [x] `c`[^1]\n\n[^1]: d\n',
    '<ul class="contains-task-list">\n<li><del>a</del> <a href="http://www.b.org">www.b.org</a></li>\n<li class="task-list-item"><input type="checkbox" checked disabled> <code>c</code><sup>1</sup></li>\n</ul>',
  ],
];
