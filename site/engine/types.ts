/** What operations, jobs, tools and the workspace agree on. Types only. */
import type { ToolError } from './errors.ts';
import type { Model } from './manifest.ts';

/** Pixels. */
export type Size = { readonly width: number; readonly height: number };

/** Pixels; `x`, `y` from the top left corner. */
export type Box = Size & { readonly x: number; readonly y: number };

/** RGBA, 8 bits each, alpha not multiplied in, in sRGB or the colours of the source (`PictureInfo.colorSpace`); row by row from the top. */
export type Pixels = Size & { readonly data: Uint8ClampedArray<ArrayBuffer> };

/** The colours of decoded pixels. Both have the tone curve of sRGB, so that tools treat their values alike. */
export type ColorSpace = 'srgb' | 'display-p3';

/** How a picture is mirrored, turned, straightened, cropped and resized, in this order. */
export type Geometry = {
  /** Mirrored left to right. */
  readonly flipped: boolean;
  /** Clockwise quarter turns. */
  readonly turns: 0 | 1 | 2 | 3;
  /** Degrees clockwise, -45..45. The picture is enlarged so that it fills its frame at this angle. */
  readonly angle: number;
  /** The part that is kept, in fractions of the straightened picture. */
  readonly crop: Box;
  /** Factor of the pixels' number along each side; 1 keeps them. */
  readonly scale: number;
};

/** The bytes of `Pixels` in a blob, which the browser may move to disk. */
export type StoredPixels = Size & { readonly file: Blob };

/** One byte a pixel: 255 is chosen (white = remove), 0 is not. */
export type Mask = Size & { readonly data: Uint8Array<ArrayBuffer> };

/** One number a pixel: a matte (0..1), a channel, a blur kernel. */
export type Plane = Size & { readonly data: Float32Array<ArrayBuffer> };

/** Several planes of one size, such as R, G and B in 0..1. */
export type Planes = Size & { readonly planes: readonly Float32Array<ArrayBuffer>[] };

/** Plain data: settings of an operation, or what it measured. Arrays of numbers may be typed. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | Float32Array<ArrayBuffer>
  | readonly Plain[]
  | { readonly [key: string]: Plain };
export type Facts = { readonly facts: { readonly [key: string]: Plain } };

/** What operations read and write. `Mask` and `Plane` differ by the type of `data`. */
export type Value = Pixels | Mask | Plane | Planes | Facts;

export type Values = { readonly [name: string]: Value };

/** Where networks run: WebGPU, or WebAssembly on `threads` threads. */
export type Backend = 'webgpu' | 'wasm';

/** A tensor in the order of its dimensions, the last one the fastest. */
export type Tensor =
  | { readonly type: 'float32'; readonly dims: readonly number[]; readonly data: Float32Array }
  | { readonly type: 'uint8'; readonly dims: readonly number[]; readonly data: Uint8Array }
  | { readonly type: 'int64'; readonly dims: readonly number[]; readonly data: BigInt64Array };
export type Tensors = { readonly [name: string]: Tensor };

/** A network that is loaded and ready. Who got it from the context does not release it. */
export type Network = {
  readonly model: Model;
  readonly backend: Backend;
  readonly run: (feeds: Tensors) => Promise<Tensors>;
};

/** What an operation may use beside its inputs. */
export type OpContext = {
  readonly signal: AbortSignal;
  /** Says how much of this operation is done, 0..1; `parts` where it works in tiles. */
  readonly progress: (done: number, parts?: Parts) => void;
  /** Lets messages in and throws an AbortError after a cancel: await it between tiles, about every 50 ms of work. */
  readonly checkpoint: () => Promise<void>;
  /** A network of the manifest, downloaded and started when needed. Stops the job where it cannot be had. */
  readonly model: (id: string) => Promise<Network>;
  /**
   * Call it when the operation has run its networks and goes on without them. Only where memory is short: it ends them,
   * and `model` would start them again.
   */
  readonly networksDone?: () => Promise<void>;
  /** Side of the tiles that this device bears, in pixels of the network's input. */
  readonly tileSide: number;
};
export type Parts = { readonly done: number; readonly total: number };

/** An operation. It must not change its inputs; it may return one of them. Errors: `stop` of errors.ts. */
export type Op<Inputs, Params, Output extends Value> = (
  inputs: Inputs,
  params: Params,
  context: OpContext,
) => Output | Promise<Output>;

/** Name -> operation. Write it with `satisfies OpTable`, so that `StepOf` keeps the exact types. */
export type OpTable = { readonly [name: string]: Op<never, never, Value> };

/** An operation of any table, as the runner sees it. */
export type AnyOp = Op<Values, unknown, Value>;

/**
 * One step of a plan, as plain data. `inputs` names for each input of the operation the value that it gets: `picture`
 * (the source), a value that came with the job such as `mask`, or an earlier step's `output`.
 */
export type Step = {
  readonly op: string;
  readonly params: unknown;
  readonly inputs: { readonly [input: string]: string | undefined };
  readonly output: string;
  /** Expected time compared with the other steps; 1 where not given. */
  readonly weight?: number;
  /** `process` where not given. */
  readonly stage?: 'analyse' | 'process';
  /** A step on `picture` alone whose output the next job on the same file is given, where it has the same step. */
  readonly remember?: true;
};

/** The steps that a table of operations can carry out, each with its own parameters. */
export type StepOf<Table> = {
  [Name in keyof Table & string]: Table[Name] extends (inputs: infer I, params: infer P, context: OpContext) => unknown
    ? Omit<Step, 'op' | 'params' | 'inputs'> & {
        readonly op: Name;
        readonly params: P;
        readonly inputs: { readonly [Input in keyof I]: string };
      }
    : never;
}[keyof Table & string];

/** In the order in which they come. Messages: `workspace.progress.<stage>`. */
export type Stage = 'waiting' | 'decode' | 'download' | 'load' | 'analyse' | 'process' | 'encode';

export type Progress = {
  readonly stage: Stage;
  /** Of this stage, 0..1. */
  readonly done: number;
  /** Time left of this stage in milliseconds; null until the first tile is timed. */
  readonly etaMs: number | null;
  /** Tiles, or bytes while downloading. */
  readonly parts?: Parts;
};

export type ImageType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/avif'
  | 'image/gif'
  | 'image/bmp'
  | 'image/heic'
  | 'image/tiff'
  | 'image/jxl'
  | 'image/svg+xml';
export type VideoType = 'video/mp4' | 'video/quicktime' | 'video/webm' | 'video/x-matroska';

/** What a picture file holds, besides pixels. */
export type PictureInfo = Size & {
  readonly type: ImageType;
  readonly bytes: number;
  /** It moves or has further pages; only the first frame or page is used. */
  readonly animated: boolean;
  /** The colours of the decoded pixels. */
  readonly colorSpace: ColorSpace;
  readonly bitsPerChannel: number;
  readonly hasAlpha: boolean;
  readonly metadata: {
    readonly exif: boolean;
    readonly gps: boolean;
    readonly xmp: boolean;
    readonly profile: boolean;
  };
};

export type EncodeType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'image/jxl';
export type MetadataChoice = 'keep' | 'strip' | 'without-gps';

export type EncodeOptions = {
  readonly type: EncodeType;
  /** 0..1 for all but PNG: the highest that is used. A JPEG XL file is lossless at 1. */
  readonly quality: number;
  /** Maximum size of a file of any format but PNG, without its metadata; 0 for no limit. */
  readonly maxBytes?: number;
  /** Maximum number of colours (2..256) of a PNG file; 0 for all of them. */
  readonly colours?: number;
  readonly metadata: MetadataChoice;
  /** How the picture is cropped, turned and resized for the file; null for not at all. */
  readonly geometry?: Geometry | null;
  /** Shows through where a format has no transparency: red, green, blue in 0..255. */
  readonly matte: readonly [number, number, number];
};

/** A result to encode as a file in the worker that has its pixels, so that they are not copied to the page and back. */
export type Encoding = {
  /** Name of the value with the pixels. */
  readonly picture: string;
  /** Name of a value whose fact `svg` is the file, instead of the picture; null if the picture is the file. */
  readonly svg: string | null;
  readonly options: EncodeOptions;
  /** File whose metadata is copied as `options.metadata` says. */
  readonly original: Blob | null;
};

export type EncodedResult = {
  readonly pixels: StoredPixels;
  readonly file: Blob;
  /** `output.encode` if the browser cannot write the format: the file then has that of `capability/fallback-type.ts`. */
  readonly error: ToolError | null;
};

/** A picture as a job gets it. Files are decoded in the worker, and kept there under `id` for the next job. */
export type Source =
  | { readonly kind: 'file'; readonly id: string; readonly name: string; readonly blob: Blob }
  | { readonly kind: 'pixels'; readonly id: string; readonly pixels: Pixels | StoredPixels };

export type Job = {
  readonly source: Source;
  /** Work on a smaller copy whose longer side is this, for previews. */
  readonly longSide?: number;
  /** Further values by name, such as `mask` or a background picture. They are copied to the worker. */
  readonly values?: Values;
  /** Further pictures by name, decoded as the source is. */
  readonly pictures?: { readonly [name: string]: Source };
  readonly steps: readonly Step[];
  /** Names of the values that are wanted, such as `result`. Moved, not copied, to the page. */
  readonly results: readonly string[];
  readonly encode?: Encoding;
  readonly expected?: ExpectedTimes;
};

/** Milliseconds that a job is expected to take on this device. */
export type ExpectedTimes = {
  readonly steps: readonly number[];
  /** To start the networks of each step. */
  readonly starts: readonly number[];
  /** After the last step: encoding. */
  readonly finish: number;
};

export type JobResult = {
  readonly values: Values;
  /** Null without `encode`. */
  readonly encoded: EncodedResult | null;
  /** What the visitor should know although the work went well, such as `device.wrongResults`. */
  readonly notes: readonly ToolError[];
  /** Where its networks ran; null without a network. */
  readonly backend: Backend | null;
  readonly ms: number;
  /** Ids of the networks that are started when the job ends. */
  readonly started: readonly string[];
  /** Milliseconds of each step of the job, without starting networks; 0 for one whose output was remembered. */
  readonly stepMs: readonly number[];
  /** Milliseconds of encoding the result; 0 without. */
  readonly finishMs: number;
};

/** What the device and the browser can do; found once by `capability/detect.ts`. */
export type Device = {
  readonly cores: number;
  /** Gigabytes as the browser reports them (8 at most); null if it does not. */
  readonly memoryGb: number | null;
  /** Phones and tablets get a smaller fraction of the memory. */
  readonly mobile: boolean;
  /** Shared memory, thus threads, may be used. */
  readonly isolated: boolean;
  readonly wasmSimd: boolean;
  /** A real graphics chip, not an emulated one; null without. */
  readonly gpu: { readonly maxBufferBytes: number; readonly maxTextureSide: number; readonly half: boolean } | null;
  /** Pixels that one canvas may hold, and its longest side. */
  readonly canvas: { readonly area: number; readonly side: number };
  readonly offscreenCanvas: boolean;
  readonly imageDecoder: boolean;
  readonly webCodecs: boolean;
  readonly opfs: boolean;
  readonly clipboardWrite: boolean;
  /** Whether canvases write WebP. Whether AVIF can be written depends on the picture's size: `codecs/encode.ts` tries. */
  readonly writesWebp: boolean;
};

/** What a job needs, as a plan of a tool states it. */
export type Needs = {
  readonly source: Size;
  readonly output: Size;
  /** Pictures of the source's size that are held at once while working, counted as RGBA bytes; floats count four. */
  readonly workCopies: number;
  readonly models: readonly Model[];
  /** Bytes that the heaviest network of a fixed size takes while it runs; `networkNeeds` of capability/costs.ts knows. */
  readonly networkBytes?: number;
  /** Bytes of activations for each pixel of a tile; 0 without tiles. */
  readonly activationBytes: number;
  /** Network sides: the largest tile wanted, and the smallest that still makes sense. */
  readonly tile: { readonly max: number; readonly min: number } | null;
  readonly needsGpu: boolean;
};

export type DevicePlan = {
  readonly backend: Backend;
  readonly threads: number;
  readonly tileSide: number;
  /** Bytes that the job is expected to hold at its peak. */
  readonly memory: number;
};
