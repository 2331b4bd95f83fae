/** Frequent English words that no other language of the site uses. A text with two of them counts as English. */
const ENGLISH =
  'the and your with this that from are you what how which when where does have will into of was were every without its our they been than their there then only made'.split(
    ' ',
  );

/** Languages with a script other than Latin. */
const OWN_SCRIPT = ['zh', 'ja', 'ko', 'th', 'hi', 'ru'];

/** Runs in the page: all texts in the page's language, including labels, alternative texts and metadata. */
export function textsOf(): readonly string[] {
  const language = document.documentElement.lang;
  const foreign = (element: Element | null) =>
    element?.closest(`[lang]:not([lang="${language}"]), script, style, code, pre, .footnotes`) !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [document.title];
  while (walker.nextNode()) {
    if (!foreign(walker.currentNode.parentElement)) texts.push(walker.currentNode.nodeValue ?? '');
  }
  const names = ['alt', 'title', 'placeholder', 'aria-label', 'aria-description'];
  for (const element of document.body.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    if (!foreign(element)) texts.push(...names.map((name) => element.getAttribute(name) ?? ''));
  }
  for (const element of document.head.querySelectorAll(
    'meta[name=description], meta[name=keywords], meta[property^="og:"]',
  )) {
    texts.push(element.getAttribute('content') ?? '');
  }
  return texts;
}

/** The texts of a page that are in English. */
export function englishIn(texts: readonly string[], language: string): readonly string[] {
  const ownScript = OWN_SCRIPT.includes(language);
  return [...new Set(texts)].filter((text) => isEnglish(text) || (ownScript && isLatin(text))).map((one) => one.trim());
}

function isEnglish(text: string): boolean {
  const words = new Set(text.toLowerCase().match(/\p{Letter}+/gu));
  return ENGLISH.filter((word) => words.has(word)).length >= 2;
}

/** Four consecutive words in Latin script. */
const isLatin = (text: string): boolean => /\p{Script=Latin}{2,}(?: \p{Script=Latin}{2,}){3}/u.test(text);
