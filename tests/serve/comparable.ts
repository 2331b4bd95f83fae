/**
 * Returns what a page must have in common in development and in a build: everything except the URLs of code and styles,
 * which development takes from the module server, and the robots tag, which keeps a preview with drafts out of indexes.
 * Imported assets are compared by name.
 */
export function comparable(path: string, text: string): string {
  if (path.endsWith('.html')) return comparableHtml(text);
  if (path.endsWith('_payload.json')) return comparablePayload(text);
  return text;
}

const links = /<link rel="(?:stylesheet|modulepreload)"[^>]*>\n/g;
const data = /(?<=<script type="application\/json" id="sitegen-data">)[\s\S]*?(?=<\/script>)/;
const robots = /<meta data-h name="robots" content="noindex">\n/;
const robotsData = /,\s*\[\s*"meta",\s*\{\s*"name": "robots",\s*"content": "noindex"\s*\}\s*\]/;
const entry = /<script type="module" src="[^"]*"><\/script>/;

function comparableHtml(html: string): string {
  return assetNames(html)
    .replace(links, '')
    .replace(entry, '<script type="module"></script>')
    .replace(robots, '')
    .replace(data, comparablePayload);
}

function comparablePayload(json: string): string {
  const { entry: _entry, assets: _assets, ...rest } = JSON.parse(json);
  return assetNames(JSON.stringify(rest, null, 1).replace(robotsData, ''));
}

/** `/assets/mark-Ab3_x9Zq.svg` and `/site/ui/mark.svg` are both `mark.svg`. */
function assetNames(text: string): string {
  return text
    .replace(/\/assets\/([\w]+)-[\w-]{8}\.(svg|png)/g, '$1.$2')
    .replace(/\/site\/(?:[\w-]+\/)*([\w]+)\.(svg|png)/g, '$1.$2');
}
