import { createHash } from 'node:crypto';
import { node, tensor, value } from '../onnx/build.mjs';
import { FLOAT, INT64 } from '../onnx/model.mjs';

/**
 * @import { Attribute, Model, Node, Tensor } from '../onnx/model.mjs'
 * @import { Constant } from './graph.mjs'
 */

/** Collects nodes and weights under short names; equal ones are stored once. */
export function writer() {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {Map<string, Tensor>} */
  const tensors = new Map();
  /** @type {Map<string, string>} */
  const seen = new Map();
  /** @type {(type: string, input: string[], attribute?: Attribute[]) => string} */
  const add = (type, input, attribute) => {
    const output = `v${nodes.length}`;
    nodes.push(node(type, { name: output, input, output: [output], ...(attribute ? { attribute } : {}) }));
    return output;
  };
  return {
    add,
    /** @param {Constant} constant a float32 value */
    constant: ({ dims, data }) => {
      const bytes = new Uint8Array(Float32Array.from(data).buffer);
      const key = `${dims}:${createHash('sha256').update(bytes).digest('hex')}`;
      const name = seen.get(key) ?? `w${seen.size}`;
      seen.set(key, name);
      tensors.set(name, tensor(name, dims, { type: FLOAT, data: bytes }));
      return name;
    },
    /** @param {readonly number[]} list whole numbers */
    numbers: (list) => {
      const name = `n${list.join('_')}`;
      const data = new Uint8Array(BigInt64Array.from(list, BigInt).buffer);
      tensors.set(name, tensor(name, [list.length], { type: INT64, data }));
      return name;
    },
    /** @type {(result: string, size: { readonly height: number, readonly width: number }) => Model} */
    model: (result, { height, width }) => {
      nodes.push(node('Identity', { name: 'output', input: [result], output: ['output'] }));
      const dims = [1, 3, height, width];
      return {
        ir_version: 9,
        producer_name: 'prepare',
        opset_import: [{ version: 20 }],
        graph: {
          name: 'network',
          node: nodes,
          initializer: [...tensors.values()],
          input: [value('input', dims)],
          output: [value('output', dims)],
          value_info: [],
        },
      };
    },
  };
}
