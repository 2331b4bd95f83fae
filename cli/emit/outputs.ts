import { publicPath } from '../content/media.ts';
import type { Diagnostic } from '../contract.ts';
import { htmlFile, markdownFile, payloadFile } from '../lib/paths.ts';
import { hasCopy } from '../render/job.ts';
import { describeRoute } from '../routes/plan.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { PlannedRoute } from '../routes/types.ts';
import { type DataPath, parseYaml } from '../sources/yaml.ts';
import { emittersOf, ownHostFiles } from './site-files.ts';

/** A producer of output files that is not a page. */
export type Maker = {
  /** Its description, for the middle of a sentence. */
  readonly what: string;
  /** Source file that requests it, below the root. */
  readonly file?: string;
  /** Where in that file, if it is YAML. */
  readonly at?: DataPath;
};

/** The page or other part of a build that writes an output file. */
export type Producer = PlannedRoute | Maker;

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
  /** An error for each path that has two producers. */
  readonly problems: () => readonly Diagnostic[];
};

type Row = { readonly path: string; readonly producer: Producer };
type Conflict = { readonly first: Row; readonly second: Row };

function createOutputTable(plan: OutputPlan): OutputTable {
  const rows = new Map<string, Row>();
  const conflicts: Conflict[] = [];
  return {
    claim: (path, producer) => {
      const key = keyOf(path);
      const row = { path, producer };
      const first = rows.get(key);
      if (!first) rows.set(key, row);
      else if (first.path !== path || !isSame(first.producer, producer)) conflicts.push({ first, second: row });
    },
    has: (path) => rows.has(keyOf(path)),
    problems: () => [...conflicts, ...misplaced(rows)].map((conflict) => problemOf(conflict, plan)),
  };
}

/** Paths that differ only in case, or in the composition of an accent, are one file on macOS and Windows. */
function keyOf(path: string): string {
  const lower = path.toLowerCase();
  return isAscii.test(lower) ? lower : lower.normalize('NFC');
}

const isAscii = /^[ -~]*$/;

const isRoute = (producer: Producer): producer is PlannedRoute => 'source' in producer;

const isSame = (a: Producer, b: Producer): boolean =>
  a === b || (!isRoute(a) && !isRoute(b) && a.what === b.what && a.file === b.file);

/** Files whose folder is the path of another file, or belongs to the build. */
function misplaced(rows: ReadonlyMap<string, Row>): readonly Conflict[] {
  const found: Conflict[] = [];
  for (const [key, row] of rows) {
    if (key.startsWith('builds/') && row.producer !== manifest) {
      found.push({ first: { path: row.path, producer: manifest }, second: row });
    }
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
      const first = rows.get(key.slice(0, at));
      if (first) found.push({ first, second: row });
    }
  }
  return found;
}

/** Producer of everything below `builds/`, where names depend on the finished build. */
export const manifest: Maker = { what: "the build's own manifest, to which the folder builds/ belongs" };

const record: Maker = { what: "the build's record of the files it wrote" };

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
  table.claim('builds/latest.json', manifest);
  table.claim(recordFile, record);
  const joined = new Set(ownHostFiles(plan).values());
  for (const { path, kind } of tree.files.values()) {
    if (kind === 'public' && !joined.has(path))
      table.claim(publicPath(path).slice(1), { what: 'a public file', file: path });
  }
  claimCopies(table, config.site.output.precompress, routes.routes);
  return table;
}

/** A public file must not have the path of the compressed copy of a page. */
function claimCopies(table: OutputTable, kinds: readonly string[], routes: readonly PlannedRoute[]): void {
  for (const route of routes) {
    for (const kind of kinds) {
      for (const path of [`${htmlFile(route)}.${kind}`, `${payloadFile(route.path)}.${kind}`]) {
        if (table.has(path)) table.claim(path, { what: `the compressed copy of ${path.slice(0, -kind.length - 1)}` });
      }
    }
  }
}

function problemOf({ first, second }: Conflict, plan: OutputPlan): Diagnostic {
  const [one, other] = [describe(first.producer, plan), describe(second.producer, plan)];
  const location = other.location ?? one.location;
  return {
    code: 'OUTPUT_CONFLICT',
    severity: 'error',
    message: messageOf(first.path, second.path, [one.text, other.text]),
    hint: hintOf(first.producer, second.producer),
    ...location,
  };
}

function messageOf(first: string, second: string, [one, other]: readonly [string, string]): string {
  if (first === second) return `Two producers claim the output file ${first}: ${one} and ${other}.`;
  if (keyOf(first) === keyOf(second)) {
    return `The output files ${first} (${one}) and ${second} (${other}) are the same file on systems that ignore case.`;
  }
  return `The output file ${second} (${other}) needs a folder where the output file ${first} (${one}) is.`;
}

const hostsHint =
  'Remove the file and write its rules into config/routes.yaml, or remove the host from `output.hosts`.';

function hintOf(first: Producer, second: Producer): string {
  const makers = [first, second].filter((one) => !isRoute(one)) as readonly Maker[];
  const hosts = makers.filter(({ at }) => at?.[1] === 'hosts');
  if (hosts.length === 2) return 'Keep one of these hosts in `output.hosts`; build once for each host.';
  if (hosts.length === 1) return hostsHint;
  if (makers.some(({ what }) => what === 'a public file')) return 'Rename or remove the public file.';
  return 'Change the path, slug or tag of one of them.';
}

type Described = {
  readonly text: string;
  readonly location: { readonly file: string; readonly line?: number; readonly column?: number } | null;
};

function describe(producer: Producer, plan: OutputPlan): Described {
  if (!isRoute(producer)) return described(producer.what, producer, plan);
  const { source, locale } = producer;
  const text = describeRoute(producer);
  if (source.kind === 'entry') {
    const index = plan.content.get(source.collection)?.locales.get(locale);
    const file = index?.entries[index.indexOfFolder.get(source.folder) ?? -1]?.file;
    return described(text, file === undefined ? {} : { file }, plan);
  }
  if (source.kind === 'page') {
    const index = plan.config.routes.findIndex(({ id }) => id === source.id);
    return described(text, { file: 'config/routes.yaml', at: ['routes', index] }, plan);
  }
  const file = source.kind === 'list' ? 'config/content.yaml' : 'config/routes.yaml';
  const at = source.kind === 'list' ? ['collections', source.collection] : ['notFound'];
  return described(text, { file, at }, plan);
}

function described(what: string, { file, at }: Omit<Maker, 'what'>, { tree }: OutputPlan): Described {
  if (file === undefined) return { text: what, location: null };
  const location = at && tree.files.has(file) ? parseYaml(file, tree.text(file)).doc.locate(at) : { file };
  const line = 'line' in location ? `:${location.line}` : '';
  return { text: `${what} (${file}${line})`, location };
}
