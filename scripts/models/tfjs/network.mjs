import { float, int, ints, text } from '../onnx/build.mjs';
import { evaluate } from './arithmetic.mjs';
import { equationOf, fold, strideOf } from './fold.mjs';
import { readGraph } from './graph.mjs';
import { patternsOf } from './patterns.mjs';
import { boundsOf, numbersOf, volume } from './shapes.mjs';
import { writer } from './writer.mjs';

/**
 * @import { Model } from '../onnx/model.mjs'
 * @import { Constant } from './graph.mjs'
 * @import { Step } from './fold.mjs'
 */

const TO_FIRST = [0, 3, 1, 2];
const TO_LAST = [0, 2, 3, 1];

/** Operators with the same semantics in both formats. @type {Record<string, string>} */
const SAME_OPERATORS = {
  AddV2: 'Add',
  Mul: 'Mul',
  Sub: 'Sub',
  RealDiv: 'Div',
  Maximum: 'Max',
  Neg: 'Neg',
  Exp: 'Exp',
  Tanh: 'Tanh',
  Reciprocal: 'Reciprocal',
};

/**
 * Converts a TensorFlow.js network with one input and one output [1, height, width, channels] to ONNX. Shape
 * arithmetic is folded, and groups of nodes that are one ONNX operator (normalisation, GELU, a dense layer along any
 * axis) are replaced by it. Input and output have channels first.
 * @param {{ readonly json: Uint8Array, readonly weights: Uint8Array }} source
 * @param {{ readonly height: number, readonly width: number, readonly output?: string | undefined }} size `output`: a node inside
 *   whose value is the result, given by the end of its name
 * @returns {Model}
 */
export function fromTensorflow({ json, weights }, { height, width, output }) {
  const folded = fold(readGraph(json, weights), [1, height, width, 3]);
  const { constants, steps } = folded;
  const pattern = patternsOf(folded);
  const out = writer();
  /** @type {Map<string, string>} */
  const channelsLast = new Map();
  /** @type {Map<string, string>} */
  const channelsFirst = new Map([[folded.input, 'input']]);
  const dimsOf = (/** @type {string} */ name) => (steps.get(name) ?? constants.get(name))?.dims ?? [];

  /** Writes the value `name`, channels last, and all its inputs. @param {string} name @returns {string} */
  const last = (name) => {
    const written = channelsLast.get(name);
    if (written !== undefined) return written;
    const constant = constants.get(name);
    const result = constant ? out.constant(constant) : write(name);
    channelsLast.set(name, result);
    return result;
  };

  /** Writes the value `name`, channels first. @param {string} name @returns {string} */
  const first = (name) => {
    const written = channelsFirst.get(name);
    if (written !== undefined) return written;
    const result = writeFirst(name) ?? out.add('Transpose', [last(name)], [ints('perm', TO_FIRST)]);
    channelsFirst.set(name, result);
    return result;
  };

  /** @param {string} name */
  const writeFirst = (name) => {
    const step = steps.get(name);
    if (step?.op === 'Identity') return first(step.input[0] ?? '');
    const leaky = pattern.leaky(name);
    if (leaky) return out.add('LeakyRelu', [first(leaky.x)], [float('alpha', leaky.slope)]);
    const conv = pattern.convolution(name);
    if (!conv || isPointwise(conv)) return undefined;
    const filter = out.constant(transposed(conv.weights, [3, 2, 0, 1]));
    const bias = conv.bias ? [out.constant(flat(conv.bias))] : [];
    const stride = strideOf(conv.node.attr ?? {});
    const shape = [ints('kernel_shape', conv.weights.dims.slice(0, 2)), ints('strides', [stride, stride])];
    return out.add('Conv', [first(conv.x), filter, ...bias], [...shape, text('auto_pad', 'SAME_UPPER')]);
  };

  /** @param {string} x @param {{ weights: Constant, bias?: Constant | undefined }} layer */
  const dense = (x, { weights: matrix, bias }) => {
    const [rows = 1, columns = 1] = matrix.dims.slice(-2);
    const product = out.add('MatMul', [x, out.constant({ dims: [rows, columns], data: matrix.data })]);
    return bias ? out.add('Add', [product, out.constant(flat(bias))]) : product;
  };

  /** @param {string} x @param {readonly number[]} dims */
  const reshape = (x, dims) => out.add('Reshape', [x, out.numbers(dims)]);

  /** @param {string} x @param {{ rows: Constant, columns: Constant, dims: readonly number[] }} change dims: before */
  const resize = (x, { rows, columns, dims }) => {
    const [, height = 1, width = 1, channels = 1] = dims;
    const tall = out.add('MatMul', [out.constant(transposed(rows, [1, 0])), reshape(x, [height, width * channels])]);
    const [above, across] = [rows.dims[1] ?? 1, columns.dims[1] ?? 1];
    const apart = reshape(tall, [above, width, channels]);
    return reshape(out.add('MatMul', [out.constant(transposed(columns, [1, 0])), apart]), [1, above, across, channels]);
  };

  /** @param {string} name */
  const write = (name) => {
    const step = /** @type {Step} */ (steps.get(name));
    const norm = pattern.layerNorm(name);
    if (norm) {
      const inputs = [last(norm.x), out.constant(flat(norm.scale)), out.constant(flat(norm.bias))];
      return out.add('LayerNormalization', inputs, [int('axis', -1), float('epsilon', norm.epsilon)]);
    }
    const gelu = pattern.gelu(name);
    if (gelu) return out.add('Gelu', [last(gelu.x)], [text('approximate', 'tanh')]);
    const sigmoid = pattern.sigmoid(name);
    if (sigmoid) return out.add('Sigmoid', [last(sigmoid.x)]);
    const swapped = pattern.swapped(name);
    if (swapped) return alongAxis(swapped, step.dims);
    const resized = pattern.resize(name);
    if (resized) return resize(last(resized.x), { ...resized, dims: dimsOf(resized.x) });
    const conv = pattern.convolution(name);
    if (conv && isPointwise(conv)) {
      const inner = pattern.resize(conv.x);
      // A pointwise convolution commutes with resizing: it is cheaper before the picture grows.
      if (!inner || volume(dimsOf(inner.x)) > volume(dimsOf(conv.x))) return dense(last(conv.x), conv);
      const channels = conv.weights.dims[3] ?? 1;
      return resize(dense(last(inner.x), conv), { ...inner, dims: [...dimsOf(inner.x).slice(0, 3), channels] });
    }
    if (conv || pattern.leaky(name) || name === folded.input)
      return out.add('Transpose', [first(name)], [ints('perm', TO_LAST)]);
    return plain(step);
  };

  /** @param {{ x: string, weights: Constant, bias: Constant, axis: number }} layer @param {readonly number[]} dims */
  const alongAxis = ({ x, weights: matrix, bias, axis }, dims) => {
    const before = dimsOf(x);
    const rest = volume(before.slice(axis + 1));
    const flatX = reshape(last(x), [volume(before.slice(0, axis)), before[axis] ?? 1, rest]);
    const product = out.add('MatMul', [out.constant(transposed(matrix, [1, 0])), flatX]);
    const offset = out.constant({ dims: [volume(bias.dims), 1], data: bias.data });
    return reshape(out.add('Add', [product, offset]), dims);
  };

  /** Writes a node that is not part of a pattern. @param {Step} step */
  const plain = ({ op, input, attr = {}, dims }) => {
    const [a = '', b = '', c = ''] = input;
    const numbers = (/** @type {string} */ from) => numbersOf(constants.get(from));
    const same = SAME_OPERATORS[op];
    if (same !== undefined) return out.add(same, input.map(last));
    switch (op) {
      case 'Identity':
        return last(a);
      case 'Reshape':
      case 'BroadcastTo':
      case 'Squeeze':
        if (String(dimsOf(a)) === String(dims)) return last(a);
        if (volume(dimsOf(a)) === volume(dims)) return reshape(last(a), dims);
        return out.add('Expand', [last(a), out.numbers(dims)]);
      case 'Square':
        return out.add('Mul', [last(a), last(a)]);
      case 'Rsqrt':
        return out.add('Reciprocal', [out.add('Sqrt', [last(a)])]);
      case 'Transpose':
        return out.add('Transpose', [last(a)], [ints('perm', numbers(b))]);
      case 'ConcatV2':
        return out.add('Concat', input.slice(0, -1).map(last), [int('axis', numbers(input.at(-1) ?? '')[0] ?? 0)]);
      case 'Sum':
        return out.add('ReduceSum', [last(a), out.numbers(numbers(b))], [int('keepdims', attr.keep_dims?.b ? 1 : 0)]);
      case 'GatherV2':
        return out.add('Gather', [last(a), out.numbers(numbers(b))], [int('axis', numbers(c)[0] ?? 0)]);
      case 'StridedSlice': {
        const bounds = boundsOf(dimsOf(a), { from: numbers(b), to: numbers(c), attr });
        const axes = bounds.flatMap(({ first: from, end }, i) => (from === 0 && end === dimsOf(a)[i] ? [] : [i]));
        const part = (/** @type {'first' | 'end'} */ key) => out.numbers(axes.map((i) => bounds[i]?.[key] ?? 0));
        return out.add('Slice', [last(a), part('first'), part('end'), out.numbers(axes)]);
      }
      case 'Einsum': {
        const layer = constants.get(b);
        if (equationOf(attr).out === 'abcf' && layer) return dense(last(a), { weights: layer });
        break;
      }
      case 'Conv2DBackpropInput':
        return grown(last(c), { filter: /** @type {Constant} */ (constants.get(b)), dims, attr });
    }
    throw new Error(`${op} is not known`);
  };

  /** A transposed convolution without overlapping windows: a dense layer from one pixel to several.
   * @param {string} x @param {{ filter: Constant, dims: readonly number[], attr: NonNullable<Step['attr']> }} to */
  const grown = (x, { filter, dims, attr }) => {
    const [side = 1, , channels = 1, from = 1] = filter.dims;
    if (strideOf(attr) !== side) throw new Error('overlapping windows are not supported');
    const [, height = 1, width = 1] = dims;
    const weightsOf = transposed(filter, [3, 0, 1, 2]);
    const all = dense(x, { weights: { dims: [from, side * side * channels], data: weightsOf.data } });
    const apart = reshape(all, [height / side, width / side, side, side, channels]);
    return reshape(out.add('Transpose', [apart], [ints('perm', [0, 2, 1, 3, 4])]), dims);
  };

  const result = first(output === undefined ? folded.output : findStep(steps, output));
  return out.model(result, { height, width });
}

/** @param {ReadonlyMap<string, Step>} steps @param {string} ending */
function findStep(steps, ending) {
  const found = [...steps.keys()].find((name) => name.endsWith(`/${ending}`));
  if (found === undefined) throw new Error(`the network has no node "${ending}"`);
  return found;
}

/** @param {{ weights: Constant, node: Step }} conv */
const isPointwise = ({ weights, node: { attr = {} } }) =>
  weights.dims[0] === 1 && weights.dims[1] === 1 && strideOf(attr) === 1;

/** @param {Constant} constant */
const flat = ({ data }) => ({ dims: [data.length], data });

/** @param {Constant} constant @param {number[]} order */
function transposed(constant, order) {
  const by = { dims: [order.length], data: Int32Array.from(order) };
  return /** @type {Constant} */ (evaluate({ name: '', op: 'Transpose', input: [] }, [constant, by]));
}
