import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ElementContent } from 'hast';
import type { Highlight } from './body.ts';

type Lowlight = typeof import('lowlight');
type Grammar = Lowlight['common'][string];
type Registry = ReturnType<Lowlight['createLowlight']>;

/** Other names of languages, by the name of the grammar: those of highlight.js, and what authors write besides. */
const otherNames: { readonly [grammar: string]: string } = {
  actionscript: 'as',
  angelscript: 'asc',
  apache: 'apacheconf',
  applescript: 'osascript',
  arduino: 'ino',
  armasm: 'arm',
  asciidoc: 'adoc',
  autohotkey: 'ahk',
  axapta: 'x++',
  bash: 'sh zsh',
  brainfuck: 'bf',
  c: 'h',
  capnproto: 'capnp',
  clean: 'dcl icl',
  clojure: 'clj edn',
  cmake: 'cmake.in',
  coffeescript: 'coffee cson iced',
  cos: 'cls',
  cpp: 'c++ cc cxx h++ hh hpp hxx',
  crmsh: 'crm pcmk',
  crystal: 'cr',
  csharp: 'c# cs',
  delphi: 'dfm dpr pas pascal',
  diff: 'patch',
  django: 'jinja jinja2 njk',
  dns: 'bind zone',
  dockerfile: 'docker',
  dos: 'bat cmd',
  dust: 'dst',
  elixir: 'ex exs',
  erlang: 'erl',
  excel: 'xls xlsx',
  fortran: 'f90 f95',
  fsharp: 'f# fs',
  gams: 'gms',
  gauss: 'gss',
  gcode: 'nc',
  gherkin: 'feature',
  go: 'golang',
  graphql: 'gql',
  handlebars: 'hbs html.handlebars html.hbs htmlbars',
  haskell: 'hs',
  haxe: 'hx',
  http: 'https',
  hy: 'hylang',
  inform7: 'i7',
  ini: 'toml',
  java: 'jsp',
  javascript: 'cjs js jsx mjs',
  'jboss-cli': 'wildfly-cli',
  json: 'json5 jsonc jsonl',
  'julia-repl': 'jldoctest',
  kotlin: 'kt kts',
  lasso: 'lassoscript',
  latex: 'tex',
  livescript: 'ls',
  lua: 'pluto',
  makefile: 'mak make mk',
  markdown: 'md mdx mkd mkdown',
  mathematica: 'mma wl',
  mercury: 'm moo',
  mipsasm: 'mips',
  moonscript: 'moon',
  nestedtext: 'nt',
  nginx: 'nginxconf',
  nix: 'nixos',
  objectivec: 'mm obj-c obj-c++ objc objective-c objective-c++',
  ocaml: 'ml',
  openscad: 'scad',
  perl: 'pl pm',
  pf: 'pf.conf',
  pgsql: 'postgres postgresql',
  powershell: 'ps ps1 pwsh',
  processing: 'pde',
  protobuf: 'proto',
  puppet: 'pp',
  purebasic: 'pb pbi',
  python: 'gyp ipython py',
  'python-repl': 'pycon',
  q: 'k kdb',
  qml: 'qt',
  reasonml: 're',
  roboconf: 'graph instances',
  routeros: 'mikrotik',
  ruby: 'gemspec irb podspec rb thor',
  rust: 'rs',
  scheme: 'scm',
  scilab: 'sci',
  shell: 'console shellsession',
  smalltalk: 'st',
  stan: 'stanfuncs',
  stata: 'ado do',
  step21: 'p21 step stp',
  stylus: 'styl',
  tcl: 'tk',
  twig: 'craftcms',
  typescript: 'cts mts ts tsx',
  vbnet: 'vb',
  vbscript: 'vbs',
  verilog: 'sv svh v',
  xl: 'tao',
  x86asm: 'asm',
  xml: 'astro atom htm html plist rss svelte svg vue wsf xhtml xjb xsd xsl',
  xquery: 'xpath xq xqm',
  yaml: 'yml',
  zephir: 'zep',
};

/** Name of the grammar by other name. */
const aliases = new Map(
  Object.entries(otherNames).flatMap(([grammar, names]) => names.split(' ').map((name) => [name, grammar] as const)),
);

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
    const name = aliases.get(requested) ?? requested;
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
