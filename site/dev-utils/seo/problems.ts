import type { PageMeta, ParsedSource } from './page.ts';
import { DEVICES, type Device, type Measure, MIN_WIDTH_PX, SNIPPET, type SnippetPart } from './snippet.ts';

/** A problem of a page's metadata; `tag` is its name in HTML. */
export type Problem =
  | { readonly kind: 'missing'; readonly severity: 'error' | 'warning'; readonly tag: string }
  | {
      readonly kind: 'cut';
      readonly severity: 'warning';
      readonly part: SnippetPart;
      readonly devices: readonly Device[];
    }
  | { readonly kind: 'short'; readonly severity: 'info'; readonly part: SnippetPart }
  | { readonly kind: 'duplicate'; readonly severity: 'error'; readonly tag: string; readonly count: number }
  | { readonly kind: 'relative'; readonly severity: 'error'; readonly tag: string }
  | { readonly kind: 'insecure'; readonly severity: 'warning'; readonly tag: string }
  | { readonly kind: 'noindex' | 'sameText' | 'shout'; readonly severity: 'warning' }
  | { readonly kind: 'differs'; readonly severity: 'warning'; readonly tags: readonly [string, string] }
  | { readonly kind: 'keyword'; readonly severity: 'info'; readonly part: SnippetPart }
  | {
      readonly kind: 'imageSmall' | 'imageShape';
      readonly severity: 'warning';
      readonly width: number;
      readonly height: number;
    };

export type SeoInput = {
  readonly meta: PageMeta;
  readonly keyword: string;
  readonly found: ParsedSource;
  /** Size of the chosen picture in pixels, or null. */
  readonly image: { readonly width: number; readonly height: number } | null;
  readonly measure: (part: SnippetPart) => Measure;
};

/** Tags that must not occur twice. */
const UNIQUE_TAGS = [
  'title',
  'description',
  'canonical',
  'og:title',
  'og:description',
  'og:url',
  'og:type',
  'twitter:card',
  'viewport',
  'charset',
];
/** Tags that pasted HTML should contain. */
const EXPECTED_TAGS = [
  'canonical',
  'viewport',
  'html lang',
  'og:title',
  'og:description',
  'og:url',
  'og:image',
  'og:type',
  'twitter:card',
];
const URL_TAGS = ['canonical', 'og:url', 'og:image', 'twitter:image'];

const isAbsolute = (url: string): boolean => /^https?:\/\//i.test(url);

const textProblems = ({ meta, keyword, measure }: SeoInput): readonly Problem[] =>
  (['title', 'description'] as const).flatMap((part): readonly Problem[] => {
    const text = meta[part].trim();
    if (text === '') return [{ kind: 'missing', severity: part === 'title' ? 'error' : 'warning', tag: part }];
    const width = measure(part)(text);
    const devices = DEVICES.filter((device) => width > SNIPPET[part][device]);
    const problems: Problem[] = [];
    if (devices.length > 0) problems.push({ kind: 'cut', severity: 'warning', part, devices });
    if (width < MIN_WIDTH_PX[part]) problems.push({ kind: 'short', severity: 'info', part });
    const words = keyword
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    if (words.length > 0 && !words.every((word) => text.toLowerCase().includes(word)))
      problems.push({ kind: 'keyword', severity: 'info', part });
    return problems;
  });

const tagProblems = ({ found: { kind, tags } }: SeoInput): readonly Problem[] => {
  if (kind !== 'html') return [];
  const robots = [...(tags.robots ?? []), ...(tags.googlebot ?? [])].flatMap((value) => value.toLowerCase().split(','));
  const [canonical, url] = [tags.canonical?.[0], tags['og:url']?.[0]];
  return [
    ...UNIQUE_TAGS.flatMap((tag): readonly Problem[] => {
      const count = tags[tag]?.length ?? 0;
      return count > 1 ? [{ kind: 'duplicate', severity: 'error', tag, count }] : [];
    }),
    ...EXPECTED_TAGS.filter((tag) => !tags[tag]?.[0]).map(
      (tag): Problem => ({ kind: 'missing', severity: 'warning', tag }),
    ),
    ...(robots.some((rule) => /^(?:noindex|none)$/.test(rule.trim()))
      ? [{ kind: 'noindex', severity: 'warning' } as const]
      : []),
    ...(canonical && url && canonical !== url
      ? [{ kind: 'differs', severity: 'warning', tags: ['canonical', 'og:url'] } as const]
      : []),
  ];
};

/** Checks the URLs of the tags if HTML was pasted, else those of the fields. */
const urlProblems = ({ meta, found }: SeoInput): readonly Problem[] => {
  const urls: readonly (readonly [string, string])[] =
    found.kind === 'html'
      ? URL_TAGS.flatMap((tag) => (found.tags[tag] ?? []).map((value) => [tag, value] as const))
      : [
          ['canonical', meta.url],
          ['og:image', meta.image],
        ];
  return urls
    .filter(([, value]) => value.trim() !== '')
    .flatMap(([tag, value]): readonly Problem[] => {
      if (!isAbsolute(value)) return [{ kind: 'relative', severity: 'error', tag }];
      return /^http:/i.test(value) ? [{ kind: 'insecure', severity: 'warning', tag }] : [];
    });
};

const imageProblems = ({ image, meta: { card } }: SeoInput): readonly Problem[] => {
  if (!image) return [];
  const { width, height } = image;
  const hasLargeCard = card === 'summary_large_image';
  const problems: Problem[] = [];
  if (hasLargeCard ? width < 1200 || height < 628 : width < 144 || height < 144)
    problems.push({ kind: 'imageSmall', severity: 'warning', width, height });
  const shape = width / height;
  if (hasLargeCard && (shape < 1.7 || shape > 2.1))
    problems.push({ kind: 'imageShape', severity: 'warning', width, height });
  return problems;
};

const styleProblems = ({ meta: { title, description } }: SeoInput): readonly Problem[] => {
  const letters = title.replace(/[^\p{L}]/gu, '');
  const problems: Problem[] = [];
  if (title.trim() !== '' && title.trim() === description.trim())
    problems.push({ kind: 'sameText', severity: 'warning' });
  if (letters.length > 12 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    problems.push({ kind: 'shout', severity: 'warning' });
  return problems;
};

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** Problems of a page, the most severe first; none for an empty page. */
export const problemsOf = (input: SeoInput): readonly Problem[] => {
  const { title, description, url } = input.meta;
  if (`${title}${description}${url}`.trim() === '' && input.found.kind === 'nothing') return [];
  const all = [
    ...textProblems(input),
    ...styleProblems(input),
    ...urlProblems(input),
    ...imageProblems(input),
    ...tagProblems(input),
  ];
  const reportedFields = new Set<string>();
  const unique = all.filter((problem) => {
    const key = JSON.stringify([
      problem.kind,
      'tag' in problem ? problem.tag : '',
      'part' in problem ? problem.part : '',
    ]);
    return !reportedFields.has(key) && reportedFields.add(key);
  });
  return unique.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
};
