import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ElementContent } from 'hast';
import type { Highlight } from './body.ts';

type Lowlight = typeof import('lowlight');
type Grammar = Lowlight['common'][string];

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

/**
 * Creates a highlighter, which loads each grammar on its first use, and lowlight with the first grammar. Tokens have
 * classes (`hljs-keyword`), never styles.
 */
export function createHighlighter(): Highlight {
  const require = createRequire(import.meta.url);
  // Bypass the package's entry module, which would load all of its 190 grammars.
  const load = () => require(join(dirname(require.resolve('lowlight')), 'lib/index.js')) as Lowlight;
  let lowlight: ReturnType<Lowlight['createLowlight']> | null = null;
  const registered = new Set<string>();
  const unavailable = new Set<string>();
  return (code, language) => {
    const requested = language.toLowerCase();
    const name = (Object.hasOwn(aliases, requested) && aliases[requested]) || requested;
    if (unavailable.has(name)) return null;
    lowlight ??= load().createLowlight();
    // `lowlight.registered` returns true for `constructor`.
    if (!registered.has(name)) {
      const grammar = loadGrammar(require, name);
      if (!grammar) {
        unavailable.add(name);
        return null;
      }
      lowlight.register(name, grammar);
      registered.add(name);
    }
    return lowlight.highlight(name, code).children as ElementContent[];
  };
}

function loadGrammar(require: NodeJS.Require, name: string): Grammar | null {
  if (!/^[a-z0-9-]+$/.test(name)) return null;
  try {
    return require(`highlight.js/lib/languages/${name}`) as Grammar;
  } catch {
    return null;
  }
}
