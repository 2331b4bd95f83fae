import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ElementContent } from 'hast';
import type { Highlight } from './body.ts';

type Lowlight = typeof import('lowlight');
type Grammar = Lowlight['common'][string];
type Registry = ReturnType<Lowlight['createLowlight']>;

/** Grammar by language name, for names that differ from that of the grammar. */
const aliases: { readonly [name: string]: string } = {
  atom: 'xml',
  bat: 'dos',
  'c++': 'cpp',
  'c#': 'csharp',
  cjs: 'javascript',
  cmd: 'dos',
  console: 'shell',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  h: 'c',
  hpp: 'cpp',
  hs: 'haskell',
  htm: 'xml',
  html: 'xml',
  js: 'javascript',
  jsonc: 'json',
  json5: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  objc: 'objectivec',
  patch: 'diff',
  pl: 'perl',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  rss: 'xml',
  sh: 'bash',
  svg: 'xml',
  tex: 'latex',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
};

/** Languages of the body of an `http` message. The grammar says "any that is loaded", which depends on earlier texts. */
const BODY_LANGUAGES = ['json', 'xml'];

/**
 * Creates a highlighter, which loads each grammar on its first use, and lowlight with the first grammar. Tokens have
 * classes (`hljs-keyword`), never styles.
 */
export function createHighlighter(): Highlight {
  const require = createRequire(import.meta.url);
  // Bypass the package's entry module, which would load all of its 190 grammars.
  const load = () => require(join(dirname(require.resolve('lowlight')), 'lib/index.js')) as Lowlight;
  let lowlight: Registry | null = null;
  const registered = new Set<string>();
  const unavailable = new Set<string>();
  /** Registers a grammar with those that it embeds, such as XML in JSX. Returns whether there is one. */
  const register = (name: string, registry: Registry): boolean => {
    // `lowlight.registered` returns true for `constructor`.
    if (registered.has(name)) return true;
    const grammar = loadGrammar(require, name);
    if (!grammar) {
      unavailable.add(name);
      return false;
    }
    registered.add(name);
    let embedded: readonly string[] = [];
    registry.register(name, (hljs) => {
      const language = grammar(hljs);
      embedded = embeddedLanguages(language);
      return language;
    });
    for (const each of embedded) register(each, registry);
    return true;
  };
  return (code, language) => {
    const requested = language.toLowerCase();
    const name = (Object.hasOwn(aliases, requested) && aliases[requested]) || requested;
    if (unavailable.has(name)) return null;
    lowlight ??= load().createLowlight();
    if (!register(name, lowlight)) return null;
    return withLanguageClasses(lowlight.highlight(name, code).children as ElementContent[]);
  };
}

/** Returns the names of the languages that a grammar embeds, and replaces "any" by `BODY_LANGUAGES`. */
function embeddedLanguages(language: ReturnType<Grammar>): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const mode = value as ReturnType<Grammar>;
    if (Array.isArray(mode.subLanguage) && mode.subLanguage.length === 0) mode.subLanguage = [...BODY_LANGUAGES];
    for (const name of [mode.subLanguage ?? []].flat()) names.add(name);
    Object.values(value).forEach(visit);
  };
  visit(language);
  return [...names];
}

/** Names the elements of embedded languages as highlight.js does: lowlight writes `xml` for `language-xml`. */
function withLanguageClasses(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.map((node) => {
    if (node.type !== 'element') return node;
    const names = (node.properties.className as readonly string[]).map((name, index) =>
      index > 0 || name.startsWith('hljs-') ? name : `language-${name}`,
    );
    return { ...node, properties: { className: names }, children: withLanguageClasses(node.children) };
  });
}

function loadGrammar(require: NodeJS.Require, name: string): Grammar | null {
  if (!/^[a-z0-9-]+$/.test(name)) return null;
  try {
    return require(`highlight.js/lib/languages/${name}`) as Grammar;
  } catch {
    return null;
  }
}
