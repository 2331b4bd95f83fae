/** The contract between tools and the workspace. */
import type { Outcome, ToolError } from '../engine/errors.ts';
import type { Manifest } from '../engine/manifest.ts';
import type { Device, Needs, PictureInfo, Size, Step, Values } from '../engine/types.ts';

export type OptionValue = string | number | boolean;
export type Options = { readonly [field: string]: OptionValue };

/** Properties of every kind of field. */
export type FieldBase = {
  /** Name of the option. */
  readonly name: string;
  /** Key of its label. */
  readonly label: string;
  /** Key of a line below it. */
  readonly hint?: string;
  /** Whether the field applies with these options; always if missing. */
  readonly when?: (options: Options) => boolean;
  /** Shown only if the owner of the site configured an optional model for this role. */
  readonly bestOf?: string;
};

/** Format of a number beside its slider; percentages are 0..100. */
export type Unit = 'none' | 'percent' | 'pixels' | 'degrees';

/** A control of the options panel, with its default. */
export type Field = FieldBase &
  (
    | {
        readonly kind: 'choice';
        readonly choices: readonly Choice[];
        readonly initial: string;
        /** Whether the choices are shown on the visitor's picture. */
        readonly thumbnails?: true;
      }
    | {
        readonly kind: 'range';
        readonly min: number;
        readonly max: number;
        readonly step: number;
        readonly unit: Unit;
        readonly initial: number;
      }
    | {
        readonly kind: 'number';
        readonly min: number;
        readonly max: number;
        readonly step: number;
        readonly initial: number;
      }
    | { readonly kind: 'switch'; readonly initial: boolean }
    /** `#rrggbb`. */
    | { readonly kind: 'colour'; readonly initial: string }
    /** A further picture, given to the job under the field's name; the option is its id, or empty. */
    | { readonly kind: 'picture'; readonly initial: '' }
    /** A line drawn in a square of `side` pixels: `x,y x,y …`, or empty. */
    | { readonly kind: 'path'; readonly side: number; readonly initial: '' }
  );

/** `label`: key of a message. */
export type Choice = { readonly value: string; readonly label: string };

export type PlanRequest = {
  readonly options: Options;
  /** Size of the picture that the steps receive. */
  readonly size: Size;
  readonly info: PictureInfo;
  readonly device: Device;
  readonly manifest: Manifest;
  /** Names of values that the job receives: drawn masks, further pictures, kept values of the last run. */
  readonly given: readonly string[];
  /** Those of them that are known before the job: measurements. */
  readonly values?: Values;
  /** Which filling of the same mask is requested; 0, 1, 2 … */
  readonly variant?: number;
  /** The plan is for a preview, on a reduced picture. */
  readonly preview: boolean;
};

export type ToolPlan = {
  readonly steps: readonly Step[];
  /** Name of the value that is the result. */
  readonly result: string;
  readonly needs: Needs;
  /** Name of a value whose fact `svg` is saved as a file instead of the picture. */
  readonly svg?: string;
  /** Values that the next run on the same picture may be given again, such as a matte. */
  readonly keeps: readonly string[];
  /** Notes for the visitor before the start, such as `model.missing`. */
  readonly notes: readonly ToolError[];
  /** If a network cannot be loaded, plan again without it and add a note. */
  readonly withoutNetworks?: boolean;
};

/** A tool as the workspace runs it. */
export type ToolWork = {
  readonly fields: readonly Field[];
  /** Names of the options that decide most; the others are folded away. */
  readonly main: readonly string[];
  /** Whether it starts when a picture opens: its options as they are give a result that most visitors want. */
  readonly automatic: boolean;
  readonly plan: (request: PlanRequest) => Outcome<ToolPlan>;
  /** Whether a preview with these options is fast enough to follow a slider. */
  readonly isInstant: (options: Options) => boolean;
  /** Brushes that mark parts by hand; each gives the job a mask of its name. */
  readonly brushes: readonly BrushName[];
  /** Settings of tools with a mask: the visitor marks what is changed, and the job receives it as `mask`. */
  readonly mask?: MaskWork;
  /** Whether a note reminds the visitor to change only pictures for which they have the rights. */
  readonly rights?: true;
  /** Key of the options on which kept values depend: they are reused only while it is equal. */
  readonly keptFor: (options: Options) => string;
  /** Findings of the last run, as a message with its values; `messages` are keys whose texts become values. */
  readonly findings?: (kept: Values) => Finding | null;
  /** Key of the message over a result in which nothing was found; null for any other. */
  readonly lack?: (kept: Values) => string | null;
  /** Suffix of the file names of results, such as `sharp`. */
  readonly suffix: string;
  /** Whether results may be transparent, so that PNG is the initial format. */
  readonly transparent: boolean;
};

/**
 * How a mask is made. The job receives it as the value `mask` (255 = change; soft edges have lower values), at
 * the size of the work, and `given` names it where anything is marked. A plan that needs one answers `mask.empty`.
 */
export type MaskWork = {
  /** Whether a click selects an object. */
  readonly select: boolean;
  /** Whether the pointer selects objects from the start; the networks are prepared when a picture opens. */
  readonly selectsFirst?: true;
  /**
   * The fraction of the picture's longer side by which selected objects are widened, so that no rim is left. Such
   * tools also take along what a selection leaves of its object.
   */
  readonly widen?: number;
  /** Whether the option “fill after each stroke” exists. */
  readonly eachStroke: boolean;
  /** Whether a mask drawn after a result is applied to that result, which stays unchanged elsewhere. */
  readonly goesOn: boolean;
  /** Whether colours may be painted; the job gets them as the value `strokes`, and `given` names it where there are any. */
  readonly colours?: true;
  /** Automatic suggestions, shown as buttons. */
  readonly suggestions: readonly MaskSuggestion[];
  /** Searches the pictures of a batch for common findings, before the automatic suggestion. */
  readonly together?: TogetherWork;
};

export type TogetherWork = {
  /** Minimum and maximum number of pictures that are compared. */
  readonly min: number;
  readonly max: number;
  /** `given` names the pictures besides `picture`. */
  readonly plan: (request: PlanRequest) => Outcome<ToolPlan>;
  /** The part of the result that later jobs of the picture with this index (0 is `picture`) receive. */
  readonly share: (found: Values, index: number) => Values;
};

export type MaskSuggestion = {
  readonly name: string;
  /** Key of its label. */
  readonly label: string;
  /** The first automatic suggestion runs when a picture opens, so that its mask is visible before a job starts. */
  readonly auto: boolean;
  /** Steps whose `result` is a mask of the picture's size; it is added to the mask as one step that can be undone. */
  readonly plan: (request: PlanRequest) => Outcome<ToolPlan>;
};

/** A message in full, such as a measured blur. */
export type Finding = {
  readonly key: string;
  readonly values: { readonly [name: string]: number };
  readonly messages: { readonly [name: string]: string };
};

/** `keep` and `erase` correct a matte; `mask` selects what is changed. */
export type BrushName = 'keep' | 'erase' | 'mask';

/** The masks that can be drawn by hand in a tool. */
export const brushesOf = ({ brushes, mask }: ToolWork): readonly BrushName[] =>
  mask && brushes.length === 0 ? ['mask'] : brushes;

/** A source of automatic masks. */
export const autoOf = ({ mask }: ToolWork): MaskSuggestion | null => mask?.suggestions.find(({ auto }) => auto) ?? null;
