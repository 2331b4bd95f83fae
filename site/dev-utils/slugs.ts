export type Heading = { readonly level: number; readonly text: string };
export type SlugFlavour = 'github' | 'gitlab';
export type Anchor = Heading & { readonly slug: string };

const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .trim();

/** Headings of Markdown or HTML in order; a text with neither counts each line as a heading of level 2. */
export const headingsOf = (source: string): readonly Heading[] => {
  const html = [...source.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/gi)];
  if (html.length > 0) return html.map((match) => ({ level: Number(match[1]), text: plain(match[2] ?? '') }));
  const outside = source.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '');
  const markdown = [...outside.matchAll(/^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/gm)];
  if (markdown.length > 0)
    return markdown.map((match) => ({ level: match[1]?.length ?? 1, text: plain(match[2] ?? '') }));
  return source
    .split('\n')
    .map((line) => plain(line))
    .filter((text) => text !== '')
    .map((text) => ({ level: 2, text }));
};

/** Slug of one heading, before duplicates are numbered. Letters and digits of every script are kept. */
export const slugOf = (text: string, flavour: SlugFlavour): string => {
  const kept = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');
  return flavour === 'gitlab' ? kept.replace(/-{2,}/g, '-') : kept;
};

/** Slugs of all headings; the second of a kind gets `-1`, the third `-2`. */
export const anchorsOf = (headings: readonly Heading[], flavour: SlugFlavour): readonly Anchor[] => {
  const taken = new Set<string>();
  return headings.map((heading) => {
    const base = slugOf(heading.text, flavour);
    let slug = base;
    for (let number = 1; taken.has(slug); number += 1) slug = `${base}-${number}`;
    taken.add(slug);
    return { ...heading, slug };
  });
};

/** Nested Markdown list of links. */
export const tocOf = (anchors: readonly Anchor[]): string => {
  const top = Math.min(...anchors.map(({ level }) => level));
  return anchors.map(({ level, text, slug }) => `${'  '.repeat(level - top)}- [${text}](#${slug})`).join('\n');
};
