import type { Box, Facts, OpContext, OpTable, Pixels, Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { copyAlpha, lumaPlane, mix, planeOf, stackPlanes } from '../planes.ts';
import { drain } from '../progress.ts';
import { skyPlane } from '../stylise/areas.ts';
import { type CelOptions, celColours } from '../stylise/cel.ts';
import { type TraceOptions, traceCentrelines } from '../stylise/centrelines.ts';
import { blendDetail, detailPlane, paintWithDetail } from '../stylise/detail.ts';
import { compositeInk, type InkCompositing } from '../stylise/draw.ts';
import { edgeTangentFlow } from '../stylise/flow.ts';
import { type InkOptions, inkFromResponse, type LineOptions, lineResponse } from '../stylise/lines.ts';
import { type PaintOptions, paint } from '../stylise/paint.ts';
import { pathsToSvg } from '../stylise/paths-to-svg.ts';
import { peoplePlanes } from '../stylise/people-areas.ts';
import { separatePigments } from '../stylise/pigment.ts';
import { compositeOnWhite } from '../stylise/prepare.ts';
import { renderSketch, type SketchOptions } from '../stylise/sketch.ts';
import { hatchFlow, hatchStrokes, type StrokeOptions, smudgedOnSkin } from '../stylise/strokes.ts';
import { type StructureOptions, structureOf, textureOf } from '../stylise/structure.ts';
import {
  equaliseLocalContrast,
  type LocalContrastOptions,
  type ShadeOptions,
  shadeFromLuma,
  stretchTones,
} from '../stylise/tone.ts';

type WithPlanes = { readonly picture: Planes };
/** From `style.flow`. */
type WithFlow = { readonly flow: Planes };
/** From `style.areas`. */
type WithAreas = { readonly areas: Planes };
/** The input picture; the result gets its transparency. */
type WithOriginal = { readonly original: Pixels };

export const styliseOps = {
  /** RGB planes (0..1) on white, at the working size of the drawing. */
  'style.prepare': ({ picture }: { readonly picture: Pixels }, size: Size): Planes => compositeOnWhite(picture, size),

  'style.flow': ({ picture }: WithPlanes, { sigma }: { readonly sigma: number }): Planes =>
    edgeTangentFlow(picture, sigma),

  /**
   * Planes in 0..1: faces, sky, fine detail and skin; and the numbers of the faces that skin belongs to. `faces` were found in
   * the photograph, if anybody looked.
   */
  'style.areas': (
    { picture, faces }: WithPlanes & { readonly faces?: Facts },
    { unit, fine, scale }: AreasParams,
  ): Planes => {
    const boxes = (faces?.facts.faces ?? []) as readonly Box[];
    const people = peoplePlanes(picture, { unit, found: boxes.map((box) => scaledBox(box, scale)) });
    const detail = detailPlane(picture, { radius: 10 * unit, fine });
    return stackPlanes([people.faces, skyPlane(picture), detail, people.skin, people.owners]);
  },

  /** The picture without texture, except on faces and fine detail. */
  'style.structure': async (
    { picture, areas }: WithPlanes & WithAreas,
    params: StructureOptions,
    context: OpContext,
  ): Promise<Planes> => {
    const plain = await drain(structureOf(picture, params), context);
    const [faces, , detail] = areas.planes as readonly [Float32Array, Float32Array, Float32Array];
    const kept = faces.map((face, i) => Math.max(face, detail[i]!));
    return blendDetail(plain, picture, kept);
  },

  'style.paint': (
    inputs: WithPlanes & WithFlow & WithAreas,
    params: PaintOptions,
    context: OpContext,
  ): Promise<Planes> => paintWithDetail((input) => drain(paint(input, params), context), inputs),

  /** Luma from which lines are drawn: a mix of photograph and painting, with equalised local contrast. */
  'style.tone': (
    { picture, painted }: WithPlanes & { readonly painted: Planes },
    {
      paintedFraction,
      localContrast,
    }: { readonly paintedFraction: number; readonly localContrast: LocalContrastOptions },
  ): Plane => equaliseLocalContrast(stretchTones(lumaPlane(mix(picture, painted, paintedFraction))), localContrast),

  'style.lines': (
    { tone, flow }: WithFlow & { readonly tone: Plane },
    params: LineOptions,
    context: OpContext,
  ): Promise<Plane> => drain(lineResponse(tone, flow, params), context),

  /** Ink of lines, 0..1; `reduce` is the fraction that is removed on faces and in the sky. */
  'style.ink': (
    { lines, flow, areas }: WithFlow & WithAreas & { readonly lines: Plane },
    { reduce, ...params }: InkOptions & { readonly reduce: { readonly faces: number; readonly sky: number } },
  ): Plane => {
    const ink = inkFromResponse(lines, flow, params);
    const [faces, sky] = areas.planes as readonly [Float32Array, Float32Array];
    const data = ink.data.map((value, i) => value * (1 - reduce.faces * faces[i]!) * (1 - reduce.sky * sky[i]!));
    return { ...ink, data };
  },

  /** A cel-shaded picture with its lines, at the size of `draw`. */
  'style.cel': (
    { base, plain, painted, areas, ink }: CelInputs,
    { cel, draw }: { readonly cel: CelOptions; readonly draw: InkCompositing },
  ): Pixels => {
    const [faces, sky, skin, owners] = [0, 1, 3, 4].map((index) => planeOf(areas, index)) as [
      Plane,
      Plane,
      Plane,
      Plane,
    ];
    const texture = textureOf(base, plain, 6 * cel.unit);
    return compositeInk(celColours({ painted, faces, skin, owners, sky, texture }, cel), ink, draw);
  },

  /** The picture with the transparency of `original`, which has the same size. */
  'style.alpha': ({ picture, original }: { readonly picture: Pixels } & WithOriginal): Pixels =>
    copyAlpha(picture, original),

  /** Hatching strokes along the flow, rotated by `turn` radians; values uniform in 0..1. */
  'sketch.strokes': (
    { flow }: WithFlow,
    { turn, ...params }: StrokeOptions & { readonly turn: number },
    context: OpContext,
  ): Promise<Plane> => drain(hatchStrokes(hatchFlow(flow, turn), params), context),

  /** Renders the drawing on paper. */
  'sketch.draw': (
    { painted, areas, ink, hatch, cross }: WithAreas & { readonly painted: Planes } & Inks,
    { shade, sketch, coloured }: SketchParams,
  ): Pixels => {
    const darkness = shadeFromLuma(gaussianBlur(lumaPlane(painted), shade.unit), shade);
    const pigments = coloured ? separatePigments(painted, darkness) : null;
    const skin = planeOf(areas, 0);
    return renderSketch(
      {
        shade: pigments?.coverage ?? darkness,
        ink,
        hatch: smudgedOnSkin(hatch, skin),
        cross: smudgedOnSkin(cross, skin),
      },
      sketch,
      pigments?.colours ?? null,
    );
  },

  /** Traces the lines as paths; facts `svg` (the document) and `paths` (their number). */
  'sketch.trace': ({ ink }: { readonly ink: Plane }, params: TraceOptions & Size): Facts => {
    const paths = traceCentrelines(ink, params);
    const { width, height } = params;
    return { facts: { svg: pathsToSvg(paths, { width, height }, ink), paths: paths.length } };
  },
} as const satisfies OpTable;

type AreasParams = {
  /** A thousandth of the longer side, in pixels. */
  readonly unit: number;
  readonly fine: boolean;
  /** Pixels of the drawing for each of the photograph. */
  readonly scale: number;
};
/** `base` from `style.prepare`, `plain` from `style.structure`. */
type CelInputs = WithAreas & {
  readonly base: Planes;
  readonly plain: Planes;
  readonly painted: Planes;
  readonly ink: Plane;
};

const scaledBox = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});

type Inks = { readonly ink: Plane; readonly hatch: Plane; readonly cross: Plane };
type SketchParams = {
  readonly shade: ShadeOptions;
  readonly sketch: SketchOptions;
  /** Use coloured pencils instead of a single pigment. */
  readonly coloured: boolean;
};
