const htmlSpecial = /[&<>"]/;

/** Text between HTML tags or in a double-quoted attribute. */
export function escapeHtml(text: string): string {
  if (!htmlSpecial.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

// What XML 1.0 allows, the five characters that need escaping taken out (https://www.w3.org/TR/xml/#charsets).
const xmlUnsafe = /[^\t\n\r !#-%(-;=?-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const xmlPlain = /^[\w\-.~:/ ]*$/;
const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text or attribute of an XML document; characters that XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  if (xmlPlain.test(text)) return text;
  return text.replace(xmlUnsafe, (character) => xmlEntities[character] ?? '\uFFFD');
}

const scriptUnsafe = /[<\u2028\u2029]/g;

/** JSON that can stand inside a `<script>` element and parses to the same value. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    scriptUnsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const terminalUnsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text for a terminal: control characters but tab and line feed become visible, such as `\u001b`, and change nothing. */
export function escapeControls(text: string): string {
  return text.replace(terminalUnsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
