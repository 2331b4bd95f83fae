import type { Direction, Head, HeadTag, PageAssets, PagePayload, ThemeName } from '../contract.ts';
import { escapeHtml, jsonForScript } from '../lib/escape.ts';

export type DocumentInput = {
  /** BCP 47 tag. */
  readonly lang: string;
  readonly dir: Direction;
  readonly theme: ThemeName;
  readonly head: Head;
  /** Inline script that runs before anything is painted; `''` for none. Its hash belongs in the policy. */
  readonly bootScript: string;
  readonly assets: PageAssets;
  /** URL of the boot bundle, or of what starts islands; null: a document without scripts. */
  readonly entry: string | null;
  /** URLs of further modules that run at once. */
  readonly modules: readonly string[];
  /** The HTML that React rendered for the root. */
  readonly app: string;
  readonly data: PagePayload;
  /** Elements as HTML, such as icons and the manifest. */
  readonly extraHead?: readonly string[];
};

const colorSchemes: Readonly<Record<ThemeName, string>> = { light: 'light', dark: 'dark', system: 'light dark' };

/**
 * Returns the HTML document of a page. Elements of the page's own head carry `data-h`, so that the runtime knows which to
 * replace on navigation. Elements that React puts before the root's content, to be fetched early, move to the head.
 */
export function renderDocument(input: DocumentInput): string {
  const { head, assets } = input;
  const [hoisted, app] = splitHoisted(input.app);
  const bootScript = input.entry === null ? '' : input.bootScript;
  const ownMeta = new Set(head.tags.map(([tag, { name }]) => (tag === 'meta' ? name : '')));
  return `<!doctype html>
<html lang="${escapeHtml(input.lang)}" dir="${input.dir}" data-theme="${input.theme}">
<head>
<meta charset="utf-8">
${ownMeta.has('viewport') ? '' : '<meta name="viewport" content="width=device-width, initial-scale=1">\n'}${ownMeta.has('color-scheme') ? '' : `<meta name="color-scheme" content="${colorSchemes[input.theme]}">\n`}${bootScript === '' ? '' : `<script>${bootScript}</script>\n`}<title>${escapeHtml(head.title)}</title>
${stylesheets(assets)}${preloads(input)}${hoisted}${head.tags.map(headTag).join('')}${(input.extraHead ?? []).map(line).join('')}</head>
<body>
<div id="root">${app}</div>
${scripts(input)}</body>
</html>
`;
}

function scripts({ entry, data }: DocumentInput): string {
  if (entry === null) return '';
  return `<script type="application/json" id="sitegen-data">${jsonForScript(data)}</script>
<script type="module" src="${escapeHtml(entry)}"></script>
`;
}

function stylesheets({ css }: PageAssets): string {
  return css.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">\n`).join('');
}

function preloads({ entry, modules }: DocumentInput): string {
  if (entry === null) return '';
  const urls = new Set([entry, ...modules]);
  return Array.from(urls, (url) => (url === '' ? '' : `<link rel="modulepreload" href="${escapeHtml(url)}">\n`)).join(
    '',
  );
}

function headTag([tag, attributes, text]: HeadTag): string {
  let html = `<${tag} data-h`;
  for (const name of Object.keys(attributes)) html += ` ${name}="${escapeHtml(attributes[name] as string)}"`;
  // The text of a script is not escaped here: as JSON it is safe already, and entities would be taken literally.
  return tag === 'script' ? `${html}>${text ?? ''}</script>\n` : `${html}>\n`;
}

function line(html: string): string {
  return `${html}\n`;
}

const hoistable = ['<link ', '<meta ', '<script async="" '];

/**
 * Splits off the elements that `renderToString` puts before the content: preloads, stylesheets with precedence and
 * async scripts.
 * React escapes `>` in attributes, so the first one ends the tag.
 */
export function splitHoisted(app: string): readonly [hoisted: string, rest: string] {
  let hoisted = '';
  let offset = 0;
  while (hoistable.some((start) => app.startsWith(start, offset))) {
    const isScript = app.startsWith('<script', offset);
    const end = isScript ? app.indexOf('</script>', offset) + '</script>'.length : app.indexOf('>', offset) + 1;
    const html = app.slice(offset, end);
    hoisted += html.endsWith('/>') ? `${html.slice(0, -2)}>\n` : `${html}\n`;
    offset = end;
  }
  return [hoisted, offset === 0 ? app : app.slice(offset)];
}
