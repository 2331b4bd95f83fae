import type { MessageKey } from '@safelight/sitegen/runtime';
import type { MediaKind } from '../ui/accepted.ts';
import type { SampleName, SampleWord } from './samples.ts';

/** Namespaces that have the messages of a tool's page; any text before the message types are generated. */
export type ToolName = string extends MessageKey ? string : NamespaceOf<MessageKey>;
type NamespaceOf<Key extends string> = Key extends `${infer Name}.how.0.title` ? ToolNamespace<Name> : never;
type ToolNamespace<Name extends string> = `${Name}.limits.3` extends MessageKey ? Name : never;

/** Group of `config/navigation.yaml`; it decides the event codes, too: see `site/tracking/events.ts`. */
export type ToolGroup = 'enhance' | 'remove' | 'filter' | 'videoRemover';

/**
 * Facts about a tool that pages show before it is loaded. `meta.ts` of each tool's folder exports one as `meta`; the lists
 * of tools on all pages, the tests and the scripts derive from them (`registry.ts`).
 */
export type ToolMeta = {
  /** Name of the folder; also the id of the route and the folder in `site/public/samples` that holds the result. */
  readonly id: string;
  /** Namespace of its messages: `locales/en/<name>.json`, `navigation.<name>` and `home.tools.<name>`. */
  readonly name: ToolName;
  /** Path of its page without a locale prefix, as in `config/routes.yaml`. */
  readonly path: `/${string}`;
  readonly group: ToolGroup;
  /** The kind of files that it opens. */
  readonly kind: MediaKind;
  /** Its position among all tools, as in `config/navigation.yaml`: ascending. */
  readonly order: number;
  /** Sample pictures that the drop zone offers. */
  readonly samples: readonly SampleName[];
  readonly result: SampleResult;
};

/** The sample result that pages show, before and after. `npm run samples` creates both pictures. */
export type SampleResult = {
  readonly sample: SampleName;
  /** What the picture shows: last part of a message below `workspace.samples`. */
  readonly name: SampleWord;
  /**
   * Region that cards show, so that the divider in its middle crosses what changed: left and top edge and width as
   * fractions of the picture, whose proportions it has. By default the whole picture.
   */
  readonly view?: readonly [x: number, y: number, width: number];
  /** True if the result is transparent in parts: squares are shown behind it. */
  readonly isTransparent?: boolean;
  /** The mask for tools that need one: ellipses as fractions of the picture's width and height. */
  readonly mask?: readonly (readonly [x: number, y: number, radiusX: number, radiusY: number])[];
};
