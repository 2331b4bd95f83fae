import { publicPath } from '../content/media.ts';
import type { Diagnostic } from '../contract.ts';
import { htmlFile, markdownFile, payloadFile } from '../lib/paths.ts';
import { hasCopy } from '../render/job.ts';
import { describeRoute } from '../routes/plan.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { PlannedRoute } from '../routes/types.ts';
import { type DataPath, parseYaml } from '../sources/yaml.ts';
import { emittersOf, siteHostFiles } from './site-files.ts';

/** A producer of output files that is not a page. */
export type NonPageProducer = {
  /** Its description, for the middle of a sentence. */
  readonly what: string;
  /** Source file that requests it, below the root. */
  readonly file?: string;
  /** Path of keys in that file, if it is YAML. */
  readonly at?: DataPath;
};

/** The page or other part of a build that writes an output file. */
export type Producer = PlannedRoute | NonPageProducer;

/** The parts of a plan that determine which files a build writes. */
export type OutputPlan = Pick<SitePlan, 'tree' | 'config' | 'site' | 'content' | 'table' | 'catalogues' | 'icons'>;

/** Path of the record of written files, inside the output folder. */
export const recordFile = '.sitegen-files.json';

/**
 * Maps every output file to its producer. A path with two producers is an error, because the result would depend on the
 * order of writing.
 */
export type OutputTable = {
  /** Adds a path below the output folder. The same producer may claim a path again. */
  readonly claim: (path: string, producer: Producer) => void;
  readonly has: (path: string) => boolean;
  /** Returns an error for each path that has two producers. */
  readonly problems: () => readonly Diagnostic[];
};

type Row = { readonly path: string; readonly producer: Producer };
type Conflict = { readonly first: Row; readonly second: Row };

function createOutputTable(plan: OutputPlan): OutputTable {
  const rows = new Map<string, Row>();
  const conflicts: Conflict[] = [];
  let inFolders: readonly Conflict[] = [];
  let checkedRows = 0;
  return {
    claim: (path, producer) => {
      const key = keyOf(path);
      const row = { path, producer };
      const first = rows.get(key);
      if (!first) rows.set(key, row);
      else if (first.path !== path || !isSameProducer(first.producer, producer)) conflicts.push({ first, second: row });
    },
    has: (path) => rows.has(keyOf(path)),
    problems: () => {
      if (checkedRows !== rows.size) inFolders = folderConflicts(rows);
      checkedRows = rows.size;
      return [...conflicts, ...inFolders].map((conflict) => problemOf(conflict, plan));
    },
  };
}

/**
 * Returns the key under which paths are compared. Paths that differ only in case, or in the composition of an accent, are
 * the same file on macOS and Windows.
 */
function keyOf(path: string): string {
  const lower = path.toLowerCase();
  return isAscii.test(lower) ? lower : lower.normalize('NFC');
}

const isAscii = /^[ -~]*$/;

const isRoute = (producer: Producer): producer is PlannedRoute => 'source' in producer;

const isSameProducer = (a: Producer, b: Producer): boolean =>
  a === b || (!isRoute(a) && !isRoute(b) && a.what === b.what && a.file === b.file);

/** Returns the conflicts of files whose folder is the path of another file, or is reserved for the build manifest. */
function folderConflicts(rows: ReadonlyMap<string, Row>): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (const [key, row] of rows) {
    if (key.startsWith('builds/') && row.producer !== manifestProducer) {
      conflicts.push({ first: { path: row.path, producer: manifestProducer }, second: row });
    }
    for (let end = key.indexOf('/'); end >= 0; end = key.indexOf('/', end + 1)) {
      const first = rows.get(key.slice(0, end));
      if (first) conflicts.push({ first, second: row });
    }
  }
  return conflicts;
}

/** Producer of everything below `builds/`, where names depend on the finished build. */
export const manifestProducer: NonPageProducer = {
  what: "the build's own manifest, to which the folder builds/ belongs",
};

const recordProducer: NonPageProducer = { what: "the build's record of the files it wrote" };

/**
 * Returns the table of the output files that a plan determines. Files with a hash of their content in the name (assets,
 * media, cards) and compressed copies are added when they are written.
 */
export function planOutputs(plan: OutputPlan): OutputTable {
  const { table: routes, tree, config } = plan;
  const table = createOutputTable(plan);
  for (const route of routes.routes) {
    table.claim(htmlFile(route), route);
    table.claim(payloadFile(route.path), route);
    if (hasCopy(config.site.llms, route)) table.claim(markdownFile(route.path), route);
  }
  for (const emitter of emittersOf(plan)) for (const path of emitter.paths) table.claim(path, emitter);
  table.claim('builds/latest.json', manifestProducer);
  table.claim(recordFile, recordProducer);
  const mergedHostFiles = new Set(siteHostFiles(plan).values());
  for (const { path, kind } of tree.files.values()) {
    if (kind === 'public' && !mergedHostFiles.has(path))
      table.claim(publicPath(path).slice(1), { what: 'a public file', file: path });
  }
  claimCompressedCopies(table, config.site.output.precompress, routes.routes);
  return table;
}

/** Claims the compressed copies of pages whose paths are taken, so that a public file with such a path is an error. */
function claimCompressedCopies(table: OutputTable, kinds: readonly string[], routes: readonly PlannedRoute[]): void {
  for (const route of routes) {
    for (const kind of kinds) {
      for (const path of [`${htmlFile(route)}.${kind}`, `${payloadFile(route.path)}.${kind}`]) {
        if (table.has(path)) table.claim(path, { what: `the compressed copy of ${path.slice(0, -kind.length - 1)}` });
      }
    }
  }
}

function problemOf({ first, second }: Conflict, plan: OutputPlan): Diagnostic {
  const [firstDescription, secondDescription] = [describe(first.producer, plan), describe(second.producer, plan)];
  const location = secondDescription.location ?? firstDescription.location;
  return {
    code: 'OUTPUT_CONFLICT',
    severity: 'error',
    message: messageOf(first.path, second.path, [firstDescription.text, secondDescription.text]),
    hint: hintOf(first.producer, second.producer),
    ...location,
  };
}

function messageOf(first: string, second: string, [firstText, secondText]: readonly [string, string]): string {
  if (first === second) return `Two producers claim the output file ${first}: ${firstText} and ${secondText}.`;
  if (keyOf(first) === keyOf(second)) {
    return `The output files ${first} (${firstText}) and ${second} (${secondText}) are the same file on systems that ignore case.`;
  }
  return `The output file ${second} (${secondText}) needs a folder where the output file ${first} (${firstText}) is.`;
}

const hostsHint =
  'Remove the file and write its rules into config/routes.yaml, or remove the host from `output.hosts`.';

function hintOf(first: Producer, second: Producer): string {
  const nonPages = [first, second].filter((producer) => !isRoute(producer)) as readonly NonPageProducer[];
  const hosts = nonPages.filter(({ at }) => at?.[1] === 'hosts');
  if (hosts.length === 2) return 'Keep one of these hosts in `output.hosts`; build once for each host.';
  if (hosts.length === 1) return hostsHint;
  if (nonPages.some(({ what }) => what === 'a public file')) return 'Rename or remove the public file.';
  return 'Change the path, slug or tag of one of them.';
}

type ProducerDescription = {
  readonly text: string;
  readonly location: { readonly file: string; readonly line?: number; readonly column?: number } | null;
};

function describe(producer: Producer, plan: OutputPlan): ProducerDescription {
  if (!isRoute(producer)) return withLocation(producer.what, producer, plan);
  const { source, locale } = producer;
  const text = describeRoute(producer);
  if (source.kind === 'entry') {
    const index = plan.content.get(source.collection)?.locales.get(locale);
    const file = index?.entries[index.indexOfFolder.get(source.folder) ?? -1]?.file;
    return withLocation(text, file === undefined ? {} : { file }, plan);
  }
  if (source.kind === 'page') {
    const index = plan.config.routes.findIndex(({ id }) => id === source.id);
    return withLocation(text, { file: 'config/routes.yaml', at: ['routes', index] }, plan);
  }
  const file = source.kind === 'list' ? 'config/content.yaml' : 'config/routes.yaml';
  const at = source.kind === 'list' ? ['collections', source.collection] : ['notFound'];
  return withLocation(text, { file, at }, plan);
}

function withLocation(
  what: string,
  { file, at }: Omit<NonPageProducer, 'what'>,
  { tree }: OutputPlan,
): ProducerDescription {
  if (file === undefined) return { text: what, location: null };
  const location = at && tree.files.has(file) ? parseYaml(file, tree.text(file)).doc.locate(at) : { file };
  const line = 'line' in location ? `:${location.line}` : '';
  return { text: `${what} (${file}${line})`, location };
}
