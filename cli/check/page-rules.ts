import type { Diagnostic } from '../contract.ts';
import type { PageFacts } from './facts.ts';
import type { Fix } from './fix.ts';
import { widthPx } from './text-width.ts';

/** A page with the data that the rules check. */
export type CheckedPage = {
  readonly path: string;
  readonly locale: string;
  readonly id: string;
  /** False: excluded from search engines. */
  readonly index: boolean;
  readonly status: number;
  /** Whether it is a later page of a list, which has the same texts as the first one. */
  readonly isContinuation: boolean;
  /** Its Markdown file, or null. */
  readonly file: string | null;
  readonly facts: PageFacts;
  /** Whether the content security policy of the page blocks `style` attributes. */
  readonly blocksStyles: boolean;
};

export type PageLimits = {
  /** CSS pixels at which search engines cut titles and descriptions. */
  readonly titlePx: number;
  readonly descriptionPx: number;
  readonly pictureKb: number;
};

/** A problem that the checks found. `subject`: the path, message key or URL that `check.ignore` can name. */
export type Finding = {
  readonly code: string;
  readonly severity?: Diagnostic['severity'];
  readonly subject: string;
  readonly message: string;
  readonly hint: string;
  readonly file?: string | null;
  readonly line?: number;
  readonly column?: number;
  readonly fix?: Fix;
};

type PageFinding = Pick<Finding, 'code' | 'message' | 'hint' | 'severity'> & { readonly heading?: Heading };

type Heading = PageFacts['headings'][number];

/** Font sizes of titles and descriptions in search results, in CSS pixels. */
const snippetFontPx = { title: 20, description: 14 } as const;

/**
 * Checks the rules that concern a single page: headings, images, controls, title and description. `textOf` returns the
 * text of a Markdown file, in which a heading has its line.
 */
export function checkPage(page: CheckedPage, limits: PageLimits, textOf: (file: string) => string): readonly Finding[] {
  const findings = [
    ...headingFindings(page),
    ...elementFindings(page),
    ...(page.index && page.status === 200 ? textFindings(page, limits) : []),
  ];
  return findings.map(({ heading, ...finding }) => {
    const line = heading && page.file !== null ? lineOf(heading, textOf(page.file)) : null;
    return { ...finding, subject: page.path, file: page.file, ...(line !== null && { line, column: 1 }) };
  });
}

/** Returns the line of a heading in a Markdown text, from 1; null if none has this level and these words. */
function lineOf([level, text]: Heading, source: string): number | null {
  const wordsOf = (marked: string) => marked.replace(/[^\p{L}\p{N}]/gu, '');
  const index = source.split('\n').findIndex((line) => {
    const [, marks, title] = /^ {0,3}(#{1,6})\s+(.*)$/.exec(line) ?? [];
    return marks?.length === level && wordsOf(title ?? '') === wordsOf(text);
  });
  return index < 0 ? null : index + 1;
}

function textFindings(
  { path, facts: { title, description } }: CheckedPage,
  limits: PageLimits,
): readonly PageFinding[] {
  const findings: PageFinding[] = [];
  for (const [name, text, limit] of [
    ['title', title, limits.titlePx],
    ['description', description, limits.descriptionPx],
  ] as const) {
    const isTitle = name === 'title';
    const width = Math.round(widthPx(text.trim(), snippetFontPx[name]));
    if (text.trim() === '') {
      const hint = `Add a message \`${name}\` below the \`seo\` key of its route, or a \`${name}\` to its front matter.`;
      const code = isTitle ? 'PAGE_TITLE_MISSING' : 'PAGE_DESCRIPTION_MISSING';
      findings.push({ code, message: `${path} has no ${name}.`, hint });
    } else if (width > limit) {
      const message = `${path}: the ${name} is about ${width} px wide. Search engines show ${limit} px: “${text.trim()}”`;
      const code = isTitle ? 'PAGE_TITLE_WIDE' : 'PAGE_DESCRIPTION_WIDE';
      findings.push({ code, message, hint: 'Shorten it, or put what matters first.' });
    }
  }
  return findings;
}

function headingFindings({ path, facts }: CheckedPage): readonly PageFinding[] {
  const findings: PageFinding[] = [];
  const topHeadings = facts.headings.filter(([level]) => level === 1);
  if (topHeadings.length === 0) {
    const hint = 'Give the page one `<h1>` that says what it is about.';
    findings.push({ code: 'PAGE_HEADING_MISSING', message: `${path} has no heading of the first level.`, hint });
  } else if (topHeadings.length > 1) {
    const message = `${path} has ${topHeadings.length} headings of the first level: ${quoted(topHeadings.map(([, text]) => text))}.`;
    findings.push({ code: 'PAGE_HEADING_SECOND', message, hint: 'Keep one; make the others `<h2>`.' });
  }
  facts.headings.forEach(([level, text], index) => {
    const levelBefore = facts.headings[index - 1]?.[0] ?? level;
    if (level <= levelBefore + 1) return;
    const message = `${path}: the heading “${text}” is of level ${level}, directly below one of level ${levelBefore}.`;
    findings.push({
      code: 'PAGE_HEADING_SKIPPED',
      heading: [level, text],
      message,
      hint: `Make it \`<h${levelBefore + 1}>\`: screen readers list headings by level.`,
    });
  });
  return findings;
}

function elementFindings({ path, facts, blocksStyles }: CheckedPage): readonly PageFinding[] {
  const findings: PageFinding[] = [];
  if (facts.language === '') {
    const hint = 'Set `language` of its locale in config/locales.yaml.';
    findings.push({ code: 'PAGE_LANGUAGE_MISSING', message: `${path}: \`<html>\` has no \`lang\`.`, hint });
  }
  for (const { src, hasAlt, isSized } of facts.images) {
    if (!hasAlt) {
      const hint = 'Add `alt` with what it shows, or `alt=""` for decoration.';
      findings.push({ code: 'PAGE_IMAGE_WITHOUT_ALT', message: `${path}: the image ${src} has no \`alt\`.`, hint });
    }
    if (!isSized && src !== '' && !src.startsWith('data:')) {
      const hint = 'Add `width` and `height` in pixels; CSS may still scale it.';
      const message = `${path}: the image ${src} has no size, so the page moves when it loads.`;
      findings.push({ code: 'PAGE_IMAGE_WITHOUT_SIZE', message, hint });
    }
  }
  for (const tag of facts.unnamed) {
    const hint = 'Give it a text, or an `aria-label`; a field needs a `<label>`.';
    findings.push({
      code: 'PAGE_CONTROL_WITHOUT_NAME',
      message: `${path}: ${tag} has no name that a screen reader could say.`,
      hint,
    });
  }
  for (const tag of blocksStyles ? facts.styled : []) {
    const hint =
      'Use a class, or allow `style-src-attr: ["\'unsafe-inline\'"]` in `security.directives` of config/site.yaml.';
    const message = `${path}: the content security policy blocks the style of ${tag}.`;
    findings.push({ code: 'PAGE_STYLE_BLOCKED', message, hint });
  }
  for (const id of facts.repeatedIds) {
    const message = `${path}: several elements have the id “${id}”.`;
    findings.push({
      code: 'PAGE_ID_REPEATED',
      message,
      hint: 'Give each its own: links and labels find only the first.',
    });
  }
  return findings;
}

const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ');
