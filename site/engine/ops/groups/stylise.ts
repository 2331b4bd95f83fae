import type { Facts, OpContext, OpTable, Pixels, Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { lumaPlane, mix, planeOf, stack } from '../planes.ts';
import { facesPlane, skinPlane, skyPlane } from '../stylise/areas.ts';
import { type CelOptions, celColours } from '../stylise/cel.ts';
import { detailPlane, paintedBy } from '../stylise/detail.ts';
import { type DrawOptions, drawn } from '../stylise/draw.ts';
import { tangents } from '../stylise/flow.ts';
import { type InkOptions, inkOf } from '../stylise/ink.ts';
import { type LineOptions, lineResponse } from '../stylise/lines.ts';
import { type PaintOptions, paint } from '../stylise/paint.ts';
import { pigmentsOf } from '../stylise/pigment.ts';
import { onWhite, withAlphaOf } from '../stylise/prepare.ts';
import { type SketchOptions, sketched } from '../stylise/sketch.ts';
import { hatchFlow, type StrokeOptions, strokes } from '../stylise/strokes.ts';
import { svgOf } from '../stylise/svg.ts';
import { type ClearOptions, cleared, evened, type ShadeOptions, shadeOf } from '../stylise/tone.ts';
import { type TraceOptions, traced } from '../stylise/trace.ts';
import { drain } from './drain.ts';

type WithPlanes = { readonly picture: Planes };
/** From `style.flow`. */
type WithFlow = { readonly flow: Planes };
/** From `style.areas`. */
type WithAreas = { readonly areas: Planes };
/** The picture that came, whose transparency the result has. */
type WithOriginal = { readonly original: Pixels };

export const styliseOps = {
  /** RGB 0..1 on white, at the size that the drawing is worked out at. */
  'style.prepare': ({ picture }: { readonly picture: Pixels }, size: Size): Planes => onWhite(picture, size),

  'style.flow': ({ picture }: WithPlanes, { sigma }: { readonly sigma: number }): Planes => tangents(picture, sigma),

  /** Three planes, 0..1: faces and hands, the sky, and what must stay readable. */
  'style.areas': ({ picture }: WithPlanes, { unit, fine }: { readonly unit: number; readonly fine: boolean }): Planes =>
    stack([
      facesPlane(skinPlane(picture, 3 * unit), 8 * unit),
      skyPlane(picture),
      detailPlane(picture, { radius: 10 * unit, fine }),
    ]),

  'style.paint': (
    inputs: WithPlanes & WithFlow & WithAreas,
    params: PaintOptions,
    context: OpContext,
  ): Promise<Planes> => paintedBy((input) => drain(paint(input, params), context), inputs),

  /** What lines are drawn of: brightness, `painted` to that share, faint shapes made clear. */
  'style.tone': (
    { picture, painted }: WithPlanes & { readonly painted: Planes },
    { share, clear }: { readonly share: number; readonly clear: ClearOptions },
  ): Plane => cleared(evened(lumaPlane(mix(picture, painted, share))), clear),

  'style.lines': (
    { tone, flow }: WithFlow & { readonly tone: Plane },
    params: LineOptions,
    context: OpContext,
  ): Promise<Plane> => drain(lineResponse(tone, flow, params), context),

  /** Ink of lines; less of it on faces and in the sky (`spare`: shares 0..1 that are taken away there). */
  'style.ink': (
    { lines, flow, areas }: WithFlow & WithAreas & { readonly lines: Plane },
    { spare, ...params }: InkOptions & { readonly spare: { readonly faces: number; readonly sky: number } },
  ): Plane => {
    const ink = inkOf(lines, flow, params);
    const [faces, sky] = areas.planes as readonly [Float32Array, Float32Array];
    const data = ink.data.map((value, i) => value * (1 - spare.faces * faces[i]!) * (1 - spare.sky * sky[i]!));
    return { ...ink, data };
  },

  /** The frame of a drawn film, at the size of `original`. */
  'style.cel': (
    { painted, areas, ink }: WithAreas & { readonly painted: Planes; readonly ink: Plane },
    { cel, draw }: { readonly cel: CelOptions; readonly draw: DrawOptions },
  ): Pixels => {
    const colours = celColours({ painted, skin: planeOf(areas, 0), sky: planeOf(areas, 1) }, cel);
    return drawn(colours, ink, draw);
  },

  /** The picture with the transparency of `original`, which has the same size. */
  'style.alpha': ({ picture, original }: { readonly picture: Pixels } & WithOriginal): Pixels =>
    withAlphaOf(picture, original),

  /** Strokes of hatching along the form, turned by `turn` radians. */
  'sketch.strokes': (
    { flow }: WithFlow,
    { turn, ...params }: StrokeOptions & { readonly turn: number },
    context: OpContext,
  ): Promise<Plane> => drain(strokes(hatchFlow(flow, turn), params), context),

  /** The drawing on paper. */
  'sketch.draw': (
    { painted, ink, hatch, cross }: { readonly painted: Planes } & Inks,
    { shade, sketch, coloured }: SketchParams,
  ): Pixels => {
    const dark = shadeOf(gaussianBlur(lumaPlane(painted), shade.unit), shade);
    const pigments = coloured ? pigmentsOf(painted, dark) : null;
    return sketched({ shade: pigments?.cover ?? dark, ink, hatch, cross }, sketch, pigments?.colours ?? null);
  },

  /** The lines as paths: `svg` is the text of the file, `paths` how many there are. */
  'sketch.trace': ({ ink }: { readonly ink: Plane }, params: TraceOptions & Size): Facts => {
    const lines = traced(ink, params);
    const { width, height } = params;
    return { facts: { svg: svgOf(lines, { width, height }, ink), paths: lines.length } };
  },
} as const satisfies OpTable;

type Inks = { readonly ink: Plane; readonly hatch: Plane; readonly cross: Plane };
type SketchParams = {
  readonly shade: ShadeOptions;
  readonly sketch: SketchOptions;
  /** Coloured pencils in place of one pigment. */
  readonly coloured: boolean;
};
