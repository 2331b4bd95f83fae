import { node, tensor, value } from '../../../../../scripts/models/onnx/build.mjs';
import { FLOAT, type Node, writeModel } from '../../../../../scripts/models/onnx/model.mjs';

/** Element and attribute types of ONNX that only these tests need. */
const UINT8 = 2;
const INT64 = 7;

type Shape = readonly (number | string)[];

export const floats = (name: string, dims: readonly number[], numbers: readonly number[]) =>
  tensor(name, dims, { type: FLOAT, data: new Uint8Array(Float32Array.from(numbers).buffer) });

export const longs = (name: string, numbers: readonly number[]) =>
  tensor(name, [numbers.length], {
    type: INT64,
    data: new Uint8Array(BigInt64Array.from(numbers, (number) => BigInt(number)).buffer),
  });

const bytesValue = (name: string, dims: Shape) => {
  const result = value(name, dims);
  if (result.type?.tensor_type) result.type.tensor_type.elem_type = UINT8;
  return result;
};

export const ints = (name: string, numbers: readonly number[]) => ({ name, type: 7, ints: [...numbers] });
export const int = (name: string, number: number) => ({ name, type: 2, i: number });

export type Graph = {
  readonly inputs: Readonly<Record<string, Shape>>;
  readonly outputs: Readonly<Record<string, Shape>>;
  readonly nodes: readonly Node[];
  readonly constants?: readonly ReturnType<typeof floats>[];
  /** Inputs and outputs are bytes. */
  readonly bytes?: boolean;
};

export function onnx({ inputs, outputs, nodes, constants = [], bytes = false }: Graph): Uint8Array {
  const of = (shapes: Readonly<Record<string, Shape>>) =>
    Object.entries(shapes).map(([name, dims]) => (bytes ? bytesValue(name, dims) : value(name, dims)));
  return writeModel({
    ir_version: 8,
    opset_import: [{ version: 17 }],
    graph: {
      name: 'stand-in',
      node: [...nodes],
      initializer: [...constants],
      input: of(inputs),
      output: of(outputs),
      value_info: [],
    },
  });
}

export { node };
