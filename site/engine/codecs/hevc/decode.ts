import type { Bytes } from '../bytes.ts';
import { deblock } from './deblock.ts';
import { Frame } from './frame.ts';
import { NAL, type NalUnit, parameterUnits, pictureUnits } from './nal.ts';
import { type PictureParameters, parameterIds, readPictureParameters } from './picture-parameters.ts';
import { addOffsets } from './sao.ts';
import { decodeSegment, nothingCarried, orderTrees } from './segment.ts';
import { isDecodable, readSequence, type Sequence } from './sequence.ts';
import { parametersIdOf, readSegment, type Slice } from './slice.ts';

/** A decoded picture: planes of luma, Cb and Cr; luma alone if it has no colours. */
export type DecodedPicture = {
  readonly width: number;
  readonly height: number;
  /** Pixels for each sample of chroma in a row and in a column. */
  readonly across: 1 | 2;
  readonly down: 1 | 2;
  readonly planes: readonly { readonly bits: number; readonly values: Uint16Array<ArrayBuffer> }[];
};

type CodedPicture = {
  /** Units, each behind its length. */
  readonly data: Bytes;
  /** The `hvcC` record with the parameter sets. */
  readonly config: Bytes;
  /** Called after each row of tree blocks; may throw to stop. */
  readonly pause: () => Promise<void>;
};

/**
 * Decodes a picture that is predicted from no other: the profiles Main, Main 10, Main Still Picture, and those of 4:0:0, 4:2:2
 * and 4:4:4 with up to 12 bits (Rec. ITU-T H.265). Null for streams that are damaged or use other tools.
 */
export async function decodePicture({ data, config, pause }: CodedPicture): Promise<DecodedPicture | null> {
  const units = [...parameterUnits(config), ...pictureUnits(data, config)];
  const slices = units.filter(({ type }) => type >= NAL.firstKeySlice && type <= NAL.lastKeySlice);
  const chosen = slices[0] ? parametersFor(slices[0], units) : null;
  if (!chosen) return null;
  const { sequence, parameters } = chosen;
  const frame = new Frame(sequence, parameters);
  const order = orderTrees(frame);
  const carried = nothingCarried();
  let slice: Slice | null = null;
  for (const { type, payload } of slices) {
    const segment = readSegment({ type, payload, sequence, parameters, last: slice });
    if (!segment || !(await decodeSegment(segment, { frame, order, carried, pause }))) return null;
    slice = segment.slice;
  }
  if (carried.count !== order.trees.length) return null;
  deblock(frame);
  await pause();
  addOffsets(frame);
  return cropped(frame);
}

type Parameters = { readonly sequence: Sequence; readonly parameters: PictureParameters };

/** Returns the parameter sets that a slice names; null if they are missing or not supported. */
function parametersFor({ payload }: NalUnit, units: readonly NalUnit[]): Parameters | null {
  const id = parametersIdOf(payload);
  const unit = units.findLast((unit) => unit.type === NAL.picture && parameterIds(unit.payload).id === id);
  if (!unit) return null;
  const sequences = units.filter(({ type }) => type === NAL.sequence).map((one) => readSequence(one.payload));
  const sequence = sequences.findLast((one) => one.id === parameterIds(unit.payload).sequence);
  if (!sequence || !isDecodable(sequence)) return null;
  const parameters = readPictureParameters(unit.payload, sequence);
  return parameters.isSupported ? { sequence, parameters } : null;
}

/** The part of a frame that is shown. */
function cropped({ planes, sequence }: Frame): DecodedPicture | null {
  const { width, height, chroma, crop } = sequence;
  const across = chroma === 1 || chroma === 2 ? 2 : 1;
  const down = chroma === 1 ? 2 : 1;
  const left = crop.left * across;
  const top = crop.top * down;
  const size = { width: width - left - crop.right * across, height: height - top - crop.bottom * down };
  if (size.width <= 0 || size.height <= 0) return null;
  return {
    ...size,
    across,
    down,
    planes: planes.map((plane) => {
      const [from, first] = [left >> plane.across, top >> plane.down];
      const columns = Math.ceil(size.width / 2 ** plane.across);
      const rows = Math.ceil(size.height / 2 ** plane.down);
      if (columns === plane.width && rows === plane.height) return { bits: plane.bits, values: plane.data };
      const values = new Uint16Array(columns * rows);
      for (let y = 0; y < rows; y++) {
        const start = (first + y) * plane.width + from;
        values.set(plane.data.subarray(start, start + columns), y * columns);
      }
      return { bits: plane.bits, values };
    }),
  };
}
