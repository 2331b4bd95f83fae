import type { Found, PageMeta } from './page.ts';
import { DEVICES, type Device, type Measure, SHORT, SNIPPET, type SnippetPart } from './snippet.ts';

/** What may be wrong with a page's words about itself; `tag` is what it is called in HTML. */
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

export type Judged = {
  readonly meta: PageMeta;
  readonly keyword: string;
  readonly found: Found;
  /** Pixels of the picture that was chosen, or null. */
  readonly image: { readonly width: number; readonly height: number } | null;
  readonly measure: (part: SnippetPart) => Measure;
};

/** Tags of which a page has one. */
const SINGLE = [
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
/** Tags that a page should have, when its HTML is at hand. */
const EXPECTED = [
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
const ADDRESSES = ['canonical', 'og:url', 'og:image', 'twitter:image'];

const isFull = (address: string): boolean => /^https?:\/\//i.test(address);

const ofWords = ({ meta, keyword, measure }: Judged): readonly Problem[] =>
  (['title', 'description'] as const).flatMap((part): readonly Problem[] => {
    const text = meta[part].trim();
    if (text === '') return [{ kind: 'missing', severity: part === 'title' ? 'error' : 'warning', tag: part }];
    const width = measure(part)(text);
    const devices = DEVICES.filter((device) => width > SNIPPET[part][device]);
    const problems: Problem[] = [];
    if (devices.length > 0) problems.push({ kind: 'cut', severity: 'warning', part, devices });
    if (width < SHORT[part]) problems.push({ kind: 'short', severity: 'info', part });
    const words = keyword
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    if (words.length > 0 && !words.every((word) => text.toLowerCase().includes(word)))
      problems.push({ kind: 'keyword', severity: 'info', part });
    return problems;
  });

const ofTags = ({ found: { kind, tags } }: Judged): readonly Problem[] => {
  if (kind !== 'html') return [];
  const robots = [...(tags.robots ?? []), ...(tags.googlebot ?? [])].join(' ');
  const [canonical, url] = [tags.canonical?.[0], tags['og:url']?.[0]];
  return [
    ...SINGLE.flatMap((tag): readonly Problem[] => {
      const count = tags[tag]?.length ?? 0;
      return count > 1 ? [{ kind: 'duplicate', severity: 'error', tag, count }] : [];
    }),
    ...EXPECTED.filter((tag) => !tags[tag]?.[0]).map((tag): Problem => ({ kind: 'missing', severity: 'warning', tag })),
    ...(/noindex|none/i.test(robots) ? [{ kind: 'noindex', severity: 'warning' } as const] : []),
    ...(canonical && url && canonical !== url
      ? [{ kind: 'differs', severity: 'warning', tags: ['canonical', 'og:url'] } as const]
      : []),
  ];
};

/** Addresses of the tags where there are some, else of the fields. */
const ofAddresses = ({ meta, found }: Judged): readonly Problem[] => {
  const given: readonly (readonly [string, string])[] =
    found.kind === 'html'
      ? ADDRESSES.flatMap((tag) => (found.tags[tag] ?? []).map((value) => [tag, value] as const))
      : [
          ['canonical', meta.url],
          ['og:image', meta.image],
        ];
  return given
    .filter(([, value]) => value.trim() !== '')
    .flatMap(([tag, value]): readonly Problem[] => {
      if (!isFull(value)) return [{ kind: 'relative', severity: 'error', tag }];
      return /^http:/i.test(value) ? [{ kind: 'insecure', severity: 'warning', tag }] : [];
    });
};

const ofPicture = ({ image, meta: { card } }: Judged): readonly Problem[] => {
  if (!image) return [];
  const { width, height } = image;
  const large = card === 'summary_large_image';
  const problems: Problem[] = [];
  if (large ? width < 1200 || height < 628 : width < 144 || height < 144)
    problems.push({ kind: 'imageSmall', severity: 'warning', width, height });
  const shape = width / height;
  if (large && (shape < 1.7 || shape > 2.1)) problems.push({ kind: 'imageShape', severity: 'warning', width, height });
  return problems;
};

const ofStyle = ({ meta: { title, description } }: Judged): readonly Problem[] => {
  const letters = title.replace(/[^\p{L}]/gu, '');
  const problems: Problem[] = [];
  if (title.trim() !== '' && title.trim() === description.trim())
    problems.push({ kind: 'sameText', severity: 'warning' });
  if (letters.length > 12 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    problems.push({ kind: 'shout', severity: 'warning' });
  return problems;
};

const ORDER = ['error', 'warning', 'info'] as const;

/** What to mend, the worst first. Nothing is said of an empty page. */
export const problemsOf = (judged: Judged): readonly Problem[] => {
  const { title, description, url } = judged.meta;
  if (`${title}${description}${url}`.trim() === '' && judged.found.kind === 'nothing') return [];
  const all = [...ofWords(judged), ...ofStyle(judged), ...ofAddresses(judged), ...ofPicture(judged), ...ofTags(judged)];
  const known = new Set<string>();
  const once = all.filter((problem) => {
    const key = JSON.stringify([
      problem.kind,
      'tag' in problem ? problem.tag : '',
      'part' in problem ? problem.part : '',
    ]);
    return !known.has(key) && known.add(key);
  });
  return once.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
};
