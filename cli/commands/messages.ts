import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { resolveConfig } from '../config/resolve.ts';
import type { LocaleSettings, SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { writeFile } from '../lib/write-file.ts';
import { compileLocales, neededKeys } from '../locales/compile.ts';
import { decode, encodingProblem } from '../sources/encoding.ts';
import { readSources } from '../sources/read.ts';
import { openStatCache } from '../sources/stat-cache.ts';
import type { SourceTree } from '../sources/tree.ts';
import { toCsv } from '../translations/csv.ts';
import { planImport, readImport } from '../translations/import.ts';
import { readTranslations, type Translation, type TranslationState } from '../translations/read.ts';
import { toXliff } from '../translations/xliff.ts';
import { printProblems } from './print.ts';

type Opened = { readonly root: string; readonly tree: SourceTree; readonly config: SiteConfig };

/** Reads a site whose messages are valid. Prints the problems of any other and returns null. */
function openSite(folder: string): Opened | null {
  const root = resolve(folder);
  const tree = readSources(root, openStatCache(null, Date.now));
  const config = resolveConfig(tree);
  const compiled = config.ok ? compileLocales(tree, config.value.locales) : config;
  if (config.ok && compiled.ok) return { root, tree, config: config.value };
  printProblems(compiled.ok ? [] : compiled.problems, root);
  return null;
}

const translationsOf = ({ tree, config }: Opened, locale: string): Promise<readonly Translation[]> =>
  readTranslations({ tree, locale, defaultLocale: config.locales.default, isNeeded: neededKeys(config)(locale) });

/** Codes of the locales to translate into. */
const targets = ({ allCodes, default: code }: LocaleSettings) => allCodes.filter((one) => one !== code);

const states: readonly TranslationState[] = ['new', 'changed', 'translated', 'reviewed'];

type StatusOptions = { readonly root: string; readonly json: boolean; readonly verbose: boolean };

/** Runs `sitegen messages status`: prints how many messages of each locale are in which state. */
export async function messagesStatusCommand({ root, json, verbose }: StatusOptions): Promise<number> {
  const site = openSite(root);
  if (!site) return 1;
  const rows: { locale: string; counts: Record<TranslationState, number>; keys: Record<string, readonly string[]> }[] =
    [];
  for (const locale of targets(site.config.locales)) {
    const all = await translationsOf(site, locale);
    const keysIn = (state: TranslationState) => all.filter((one) => one.state === state).map(({ key }) => key);
    const counts = Object.fromEntries(states.map((state) => [state, keysIn(state).length]));
    rows.push({
      locale,
      counts: counts as Record<TranslationState, number>,
      keys: { new: keysIn('new'), changed: keysIn('changed') },
    });
  }
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const cells = [
    ['locale', ...states],
    ...rows.map(({ locale, counts }) => [locale, ...states.map((one) => `${counts[one]}`)]),
  ];
  for (const row of cells)
    process.stdout.write(`${row.map((cell, at) => (at === 0 ? cell.padEnd(8) : cell.padStart(12))).join('')}\n`);
  for (const { locale, keys } of verbose ? rows : [])
    for (const [state, list] of Object.entries(keys))
      for (const key of list) process.stdout.write(`${locale}  ${state}  ${key}\n`);
  return 0;
}

type ExportOptions = {
  readonly root: string;
  readonly format: 'xliff' | 'csv';
  readonly file?: string;
  readonly all: boolean;
};

/** Runs `sitegen messages export`: writes what is to be translated into a locale, to a file or standard output. */
export async function messagesExportCommand(locale: string, options: ExportOptions): Promise<number> {
  const site = openSite(options.root);
  if (!site) return 1;
  const { languages, default: source } = site.config.locales;
  if (!targets(site.config.locales).includes(locale)) {
    printProblems([unknownLocale(locale, site.config.locales)], site.root);
    return 2;
  }
  const all = await translationsOf(site, locale);
  const translations = options.all ? all : all.filter(({ state }) => state === 'new' || state === 'changed');
  const [sourceLanguage, targetLanguage] = [languages[source] ?? source, languages[locale] ?? locale];
  const text = (options.format === 'csv' ? toCsv : toXliff)({ locale, sourceLanguage, targetLanguage, translations });
  if (options.file === undefined) process.stdout.write(text);
  else writeFileSync(options.file, text);
  process.stderr.write(`${translations.length} of ${all.length} messages exported for ${locale}.\n`);
  return 0;
}

/** Runs `sitegen messages import`: writes the translations of a file into the messages of its locale. */
export async function messagesImportCommand(path: string, options: { readonly root: string }): Promise<number> {
  const site = openSite(options.root);
  if (!site) return 1;
  const { root, tree, config } = site;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    printProblems([unreadable(path)], root);
    return 2;
  }
  const file = { path: relative(root, resolve(path)), text: decode(bytes) };
  const problem = encodingProblem(file.path, bytes);
  if (problem) {
    printProblems([problem], root);
    return 1;
  }
  const received = readImport(file, config.locales);
  if (!received.ok) {
    printProblems(received.problems, root);
    return 1;
  }
  const { locale, translations } = received.value;
  const current = await translationsOf(site, locale);
  const plan = planImport(file, { tree, settings: config.locales, locale, current, received: translations });
  if (!plan.ok) {
    printProblems(plan.problems, root);
    return 1;
  }
  printProblems(plan.warnings, root);
  const { files, written, unchanged, empty } = plan.value;
  for (const [one, content] of files) {
    mkdirSync(dirname(resolve(root, one)), { recursive: true });
    writeFile(resolve(root, one), content);
  }
  const messages = `${written} message${written === 1 ? '' : 's'}`;
  process.stdout.write(`${messages} of ${locale} written, ${unchanged} unchanged, ${empty} not translated.\n`);
  return 0;
}

const unknownLocale = (locale: string, settings: LocaleSettings): Diagnostic => ({
  code: 'CONFIG_OPTION',
  severity: 'error',
  message: `There is no locale \`${locale}\` to translate into.`,
  hint: `Use one of ${targets(settings).join(', ')}.`,
});

const unreadable = (path: string): Diagnostic => ({
  code: 'CONFIG_OPTION',
  severity: 'error',
  message: `The file ${path} cannot be read.`,
  hint: 'Use the path of an XLIFF 2 or CSV file.',
});
