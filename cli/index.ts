import type { Diagnostic } from './contract.ts';
import type { Loader } from './loaders/types.ts';
import type { Plugin, PluginModule } from './plugins/types.ts';
import type { BuildReport } from './report/build-report.ts';

export type { BuildReport, Diagnostic, Loader, Plugin };

/** Returns the plugin as it is; gives its type to a module in JavaScript. */
export const definePlugin = <Module extends PluginModule>(plugin: Module): Module => plugin;

/** Returns the loader as it is; gives its type to a module in JavaScript. */
export const defineLoader = <Module extends Loader>(loader: Module): Module => loader;

/** What `build` and `serve` share with their commands. */
export type SiteOptions = {
  /** Folder of the site; default: the working directory. */
  readonly root?: string;
  /** Origin of the published site, instead of `url` in `config/site.yaml`. */
  readonly siteUrl?: string;
  /** Path below which the site is served, such as `/sub`. */
  readonly base?: string;
  /** Output folder, instead of `output.dir` in `config/site.yaml`. */
  readonly out?: string;
  /** Build only this domain, where languages have domains of their own. */
  readonly domain?: string;
  /** Build only these locales and the default one. */
  readonly locales?: readonly string[];
  /** Include drafts and entries dated in the future. */
  readonly drafts?: boolean;
};

export type BuildOptions = SiteOptions & {
  /** Number of worker threads; default: one per core. */
  readonly jobs?: number;
  /** False: reuse nothing from earlier builds. */
  readonly cache?: boolean;
  /** Called with the name of each stage as it begins. */
  readonly onStage?: (name: string) => void;
  /** Aborts the build, which then rejects; the output folder is unchanged. */
  readonly signal?: AbortSignal;
};

export type BuildResult =
  | { readonly ok: true; readonly report: BuildReport; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

export type ServeOptions = SiteOptions & {
  /** Serve the output folder of a build as a host would, instead of the sources. */
  readonly built?: boolean;
  /** Port; if it is in use, the next free one. 0: any free one. */
  readonly port?: number;
  /** Address to listen on, by default this machine only. */
  readonly host?: string;
  /** Receives the errors and warnings of the site whenever they change; `areFixed`: the last error is gone. */
  readonly onProblems?: (problems: readonly Diagnostic[], areFixed: boolean) => void;
  readonly onLog?: (text: string) => void;
};

export type Server = {
  readonly url: string;
  readonly port: number;
  /** With `built`: a server for each domain, where languages have domains of their own. */
  readonly domains?: readonly { readonly name: string; readonly port: number }[];
  readonly close: () => Promise<void>;
};

const today = (): string => new Date().toISOString().slice(0, 10);

async function shared({ root = '.', locales, ...options }: SiteOptions) {
  const [{ resolve }, { overridesOf }, { realPathOf }] = await Promise.all([
    import('node:path'),
    import('./commands/options.ts'),
    import('./lib/stat.ts'),
  ]);
  const overrides = overridesOf({ root, ...options, ...(locales && { locale: locales }) });
  return { root: realPathOf(resolve(root)), overrides, today: today() };
}

/** Builds a site, as `sitegen build` does. Sets `NODE_ENV` of the process to `production`. */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  // React and Vite read it when they are loaded.
  process.env.NODE_ENV = 'production';
  const [{ availableParallelism }, { build: run }, { sourceDate }] = await Promise.all([
    import('node:os'),
    import('./build.ts'),
    import('./commands/options.ts'),
  ]);
  const timestamp = sourceDate(process.env);
  if (!timestamp.ok) return { ok: false, problems: timestamp.problems };
  const { overrides, ...rest } = await shared(options);
  const drafts = options.drafts ?? false;
  const result = await run({
    ...rest,
    overrides: { ...overrides, ...(drafts && { preview: true }) },
    drafts,
    jobs: options.jobs ?? availableParallelism(),
    cache: options.cache ?? true,
    timestamp: timestamp.value,
    progress: { stage: (name) => options.onStage?.(name), tick: () => {}, end: () => {} },
    ...(options.signal && { signal: options.signal }),
  });
  if (!result.ok) return { ok: false, problems: result.problems };
  return { ok: true, report: result.value, warnings: result.warnings };
}

/** Serves a site, as `sitegen serve` does, until `close` is called. Sets `NODE_ENV` of the process to `development`. */
export async function serve(options: ServeOptions = {}): Promise<Server> {
  process.env.NODE_ENV = 'development';
  const host = options.host ?? '127.0.0.1';
  const all = {
    ...(await shared(options)),
    host,
    port: options.port ?? null,
    log: options.onLog ?? (() => {}),
    report: options.onProblems ?? (() => {}),
  };
  const { urlsOf } = await import('./serve/http/listen.ts');
  const server = options.built
    ? await import('./serve/built/server.ts').then(({ startBuilt }) => startBuilt(all))
    : await import('./serve/development.ts').then(({ startDevelopment }) =>
        startDevelopment({ ...all, drafts: options.drafts ?? true }),
      );
  const { port, base, domains, close } = server;
  const url = urlsOf(host, port, base).local;
  return { url, port, ...(domains && { domains }), close: async () => void (await close()) };
}
