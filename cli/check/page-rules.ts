import type { Diagnostic } from '../contract.ts';
import type { PageFacts } from './facts.ts';
import type { Fix } from './fix.ts';
import { widthPx } from './text-width.ts';

/** A page with what its rules need. */
export type CheckedPage = {
  readonly path: string;
  readonly locale: string;
  readonly id: string;
  /** False: search engines do not list it. */
  readonly index: boolean;
  readonly status: number;
  /** A further page of a list, which says of itself what the first one says. */
  readonly continues: boolean;
  /** Its Markdown file, or null. */
  readonly file: string | null;
  readonly facts: PageFacts;
};

export type PageLimits = {
  /** CSS pixels at which search engines cut titles and descriptions. */
  readonly titlePx: number;
  readonly descriptionPx: number;
  readonly pictureKb: number;
};

/** A problem of one page: `subject` is what `check.ignore` can name. */
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

type Found = Pick<Finding, 'code' | 'message' | 'hint' | 'severity'>;

/** Font sizes in CSS pixels in which search engines show titles and descriptions. */
const snippet = { title: 20, description: 14 } as const;

/** Checks what one page shows by itself. */
export function checkPage(page: CheckedPage, limits: PageLimits): readonly Finding[] {
  const found = [
    ...headings(page),
    ...elements(page),
    ...(page.index && page.status === 200 ? words(page, limits) : []),
  ];
  return found.map((one) => ({ ...one, subject: page.path, file: page.file }));
}

function words({ path, facts: { title, description } }: CheckedPage, limits: PageLimits): readonly Found[] {
  const found: Found[] = [];
  for (const [name, text, limit] of [
    ['title', title, limits.titlePx],
    ['description', description, limits.descriptionPx],
  ] as const) {
    const code = name.toUpperCase();
    const width = Math.round(widthPx(text.trim(), snippet[name]));
    if (text.trim() === '') {
      const hint = `Add a message \`${name}\` below the \`seo\` key of its route, or a \`${name}\` to its front matter.`;
      found.push({ code: `PAGE_${code}_MISSING`, message: `${path} has no ${name}.`, hint });
    } else if (width > limit) {
      const message = `${path}: the ${name} is about ${width} px wide. Search engines show ${limit} px: “${text.trim()}”`;
      found.push({ code: `PAGE_${code}_WIDE`, message, hint: 'Shorten it, or put what matters first.' });
    }
  }
  return found;
}

function headings({ path, facts }: CheckedPage): readonly Found[] {
  const found: Found[] = [];
  const first = facts.headings.filter(([level]) => level === 1);
  if (first.length === 0) {
    const hint = 'Give the page one `<h1>` that says what it is about.';
    found.push({ code: 'PAGE_HEADING_MISSING', message: `${path} has no heading of the first level.`, hint });
  } else if (first.length > 1) {
    const message = `${path} has ${first.length} headings of the first level: ${quoted(first.map(([, text]) => text))}.`;
    found.push({ code: 'PAGE_HEADING_SECOND', message, hint: 'Keep one; make the others `<h2>`.' });
  }
  facts.headings.forEach(([level, text], index) => {
    const before = facts.headings[index - 1]?.[0] ?? level;
    if (level <= before + 1) return;
    const message = `${path}: the heading “${text}” is of level ${level}, directly below one of level ${before}.`;
    found.push({
      code: 'PAGE_HEADING_SKIPPED',
      message,
      hint: `Make it \`<h${before + 1}>\`: screen readers list headings by level.`,
    });
  });
  return found;
}

function elements({ path, facts }: CheckedPage): readonly Found[] {
  const found: Found[] = [];
  if (facts.language === '') {
    const hint = 'Set `language` of its locale in config/locales.yaml.';
    found.push({ code: 'PAGE_LANGUAGE_MISSING', message: `${path}: \`<html>\` has no \`lang\`.`, hint });
  }
  for (const { src, hasAlt, isSized } of facts.images) {
    if (!hasAlt) {
      const hint = 'Add `alt` with what it shows, or `alt=""` for decoration.';
      found.push({ code: 'PAGE_IMAGE_WITHOUT_ALT', message: `${path}: the image ${src} has no \`alt\`.`, hint });
    }
    if (!isSized && src !== '' && !src.startsWith('data:')) {
      const hint = 'Add `width` and `height` in pixels; CSS may still scale it.';
      const message = `${path}: the image ${src} has no size, so the page moves when it loads.`;
      found.push({ code: 'PAGE_IMAGE_WITHOUT_SIZE', message, hint });
    }
  }
  for (const tag of facts.unnamed) {
    const hint = 'Give it a text, or an `aria-label`; a field needs a `<label>`.';
    found.push({
      code: 'PAGE_CONTROL_WITHOUT_NAME',
      message: `${path}: ${tag} has no name that a screen reader could say.`,
      hint,
    });
  }
  for (const id of facts.repeatedIds) {
    const message = `${path}: several elements have the id “${id}”.`;
    found.push({ code: 'PAGE_ID_REPEATED', message, hint: 'Give each its own: links and labels find only the first.' });
  }
  return found;
}

const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ');
