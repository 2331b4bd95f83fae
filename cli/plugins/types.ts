import type { PluggableList } from 'unified';
import type { PluginOption } from 'vite';
import type { Diagnostic, HeadElements, Json, Locale, SiteInfo } from '../contract.ts';

/** A plugin of a site. All members but the name are optional. */
export type Plugin = {
  /** Name of the plugin in problems. */
  readonly name: string;
  /** remark plugins, which change the Markdown tree or its syntax. Their output is sanitised like the text. */
  readonly remarkPlugins?: PluggableList;
  /** rehype plugins, which change the finished HTML of a text. Their output is not sanitised. */
  readonly rehypePlugins?: PluggableList;
  /** Returns Vite plugins. It is called for each bundle and module server, since plugins may have state. */
  readonly vite?: () => readonly PluginOption[];
  /** Returns elements for the head of every page. The same site must give the same elements. */
  readonly head?: (site: SiteInfo) => HeadElements;
  /** Draws the Open Graph image of each page that search engines may list. Only one plugin of a site may do so. */
  readonly card?: CardDrawing;
  /** Returns further output files, such as those that a host reads. The same site must give the same files. */
  readonly files?: (site: PlannedSite) => PluginFiles | Promise<PluginFiles>;
  /** Checks the finished pages of a build before they replace the last ones. With an error, the last ones stay. */
  readonly check?: (site: RenderedSite) => readonly PluginProblem[] | Promise<readonly PluginProblem[]>;
  /** Answers requests to the development server that no page or file of the site has. Builds contain none of it. */
  readonly serve?: PluginServer;
  /** Commands of the command line by name: `sitegen NAME`. */
  readonly commands?: { readonly [name: string]: PluginCommand };
};

/** Draws Open Graph images, in worker threads. */
export type CardDrawing = {
  /** Default: `jpg`. */
  readonly format?: 'jpg' | 'png' | 'webp';
  /** Returns the image, 1200 × 630 pixels. The same facts and files must give the same bytes. `root`: the site. */
  readonly draw: (card: CardFacts, root: string) => Promise<Uint8Array>;
  /** Files below the root on which the image depends: it is drawn again when one changes. */
  readonly sources?: (card: CardFacts) => readonly string[];
};

/** Facts about a page for its Open Graph image. */
export type CardFacts = {
  readonly kind: 'page' | 'entry' | 'list';
  /** Id of its route, or `blog`, `blog.list`, `blog.tag` for content. */
  readonly id: string;
  readonly params: { readonly [name: string]: string };
  readonly locale: Pick<Locale, 'code' | 'name' | 'language' | 'dir'>;
  readonly title: string;
  readonly description: string;
  readonly site: { readonly name: string; readonly url: string };
};

/** A page of the site. Paths are with locale prefix and without base. */
export type PlannedPage = {
  readonly path: string;
  readonly locale: string;
  /** Id of its route, or `blog`, `blog.list`, `blog.tag` for content. */
  readonly id: string;
  /** 404 for a not-found page. */
  readonly status: number;
  /** False: excluded from search engines. */
  readonly index: boolean;
  /** Date of its last change. */
  readonly lastmod: string | null;
};

/** The site from which a plugin creates files. */
export type PlannedSite = {
  readonly site: SiteInfo;
  readonly pages: readonly PlannedPage[];
  /** Headers by path or glob without base, from the least to the most specific; the last matching rule sets a header. */
  readonly headers: readonly { readonly path: string; readonly headers: { readonly [name: string]: string } }[];
  /** Redirects by path or glob without base, from the most to the least specific. Targets include the base. */
  readonly redirects: readonly { readonly path: string; readonly to: string; readonly status: number }[];
};

/** Files by path below the output folder. */
export type PluginFiles = { readonly [path: string]: string };

/** What the check of a plugin receives once all pages are rendered. */
export type RenderedSite = {
  readonly site: SiteInfo;
  readonly pages: readonly (PlannedPage & {
    /** Reads the page's document. */
    readonly html: () => string;
  })[];
};

/** A problem that a check reports. Without `code` it is `PLUGIN_CHECK`, without `severity` an error. */
export type PluginProblem = Pick<Diagnostic, 'message'> & Partial<Diagnostic>;

/** Answers requests of the development server below a path; the built site has none of it. */
export type PluginServer = {
  /** Path without base, such as `/admin`. Requests to it and below it are answered. */
  readonly path: string;
  /** Answers a GET request, or a POST request of a page of this server. `root`: absolute folder of the site. */
  readonly answer: (
    request: Request,
    site: { readonly root: string; readonly site: SiteInfo },
  ) => Response | Promise<Response>;
};

/** A command that a plugin adds: `sitegen <name>`. */
export type PluginCommand = {
  /** One line for `sitegen --help`. */
  readonly description: string;
  /** Receives the arguments after the name on the command line. Returns the exit code; undefined: 0. */
  readonly run: (command: {
    readonly args: readonly string[];
    /** Absolute folder of the site. */
    readonly root: string;
  }) => number | undefined | Promise<number | undefined>;
};

/** Default export of a plugin's module: the plugin, or a function from the options in `config/site.yaml` to it. */
export type PluginModule = Plugin | ((options: { readonly [key: string]: Json }) => Plugin | Promise<Plugin>);
