const htmlSpecial = /[&<>"]/;

/** Escapes text for HTML content and double-quoted attribute values. */
export function escapeHtml(text: string): string {
  if (!htmlSpecial.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

// Matches everything except the characters of XML 1.0 (https://www.w3.org/TR/xml/#charsets) that need no escaping.
const xmlUnsafe = /[^\t\n\r !#-%(-;=?-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const xmlPlain = /^[\w\-.~:/ ]*$/;
const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML content and attribute values. Characters that XML does not allow become U+FFFD. */
export function escapeXml(text: string): string {
  if (xmlPlain.test(text)) return text;
  return text.replace(xmlUnsafe, (character) => xmlEntities[character] ?? '\uFFFD');
}

const scriptUnsafe = /[<\u2028\u2029]/g;

/** Returns JSON that can be embedded in a `<script>` element and parses to the same value. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    scriptUnsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are to be found
const terminalUnsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Escapes control characters except tab and line feed, as in `\u001b`, so that they cannot affect a terminal. */
export function escapeControls(text: string): string {
  return text.replace(terminalUnsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
