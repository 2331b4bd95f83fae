import { boundsOf, broadcastShape, numbersOf, resolveShape, squeezeShape, volume } from './shapes.mjs';

/**
 * Evaluates operators on constants: the shape arithmetic and the derived weights of a network.
 * @import { Constant, TfNode } from './graph.mjs'
 * @import { Cut } from './shapes.mjs'
 */

/** @type {Record<string, (a: number, b: number) => number>} */
const PAIRS = {
  AddV2: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  RealDiv: (a, b) => a / b,
  FloorDiv: (a, b) => Math.floor(a / b),
  FloorMod: (a, b) => a - b * Math.floor(a / b),
  Maximum: Math.max,
  Minimum: Math.min,
  NotEqual: (a, b) => +(a !== b),
  Less: (a, b) => +(a < b),
  LessEqual: (a, b) => +(a <= b),
  Greater: (a, b) => +(a > b),
  GreaterEqual: (a, b) => +(a >= b),
  LogicalAnd: (a, b) => +(a !== 0 && b !== 0),
};

/** @type {Record<string, (a: number) => number>} */
const SINGLES = {
  Abs: Math.abs,
  Floor: Math.floor,
  Neg: (a) => -a,
  Reciprocal: (a) => 1 / a,
  Rsqrt: (a) => 1 / Math.sqrt(a),
  Sign: Math.sign,
  Square: (a) => a * a,
};

/**
 * `constant` repeated to `dims`.
 * @param {Constant} constant
 * @param {readonly number[]} dims
 * @returns {Constant}
 */
function broadcast(constant, dims) {
  const lead = dims.length - constant.dims.length;
  const steps = stridesOf(constant.dims).map((step, i) => (constant.dims[i] === 1 ? 0 : step));
  return gathered(constant, dims, { steps: [...Array(lead).fill(0), ...steps] });
}

/**
 * Elements at the offsets `start` + index · steps.
 * @param {Constant} from
 * @param {readonly number[]} dims
 * @param {{ readonly steps: readonly number[], readonly start?: number }} walk
 * @returns {Constant}
 */
function gathered({ data }, dims, { steps, start = 0 }) {
  const out = zeros(data, volume(dims));
  const index = dims.map(() => 0);
  let at = start;
  for (let i = 0; i < out.length; i++) {
    out[i] = data[at] ?? 0;
    for (let axis = dims.length - 1; axis >= 0; axis--) {
      const [dim, step] = [dims[axis] ?? 1, steps[axis] ?? 0];
      at += step;
      index[axis] = (index[axis] ?? 0) + 1;
      if (index[axis] !== dim) break;
      index[axis] = 0;
      at -= dim * step;
    }
  }
  return { dims, data: out };
}

/**
 * @param {Constant['data']} like
 * @param {number} length
 */
const zeros = (like, length) => (like instanceof Int32Array ? new Int32Array(length) : new Float32Array(length));

/** @param {readonly number[]} dims */
const stridesOf = (dims) => dims.map((_, i) => volume(dims.slice(i + 1)));

/**
 * The value of a node with constant inputs; undefined if the operator is not supported.
 * @param {TfNode} node
 * @param {readonly Constant[]} inputs
 * @returns {Constant | undefined}
 */
export function evaluate({ op, attr = {} }, inputs) {
  const [a, b, c] = inputs;
  if (!a) return undefined;
  const pair = PAIRS[op];
  if (pair && b) {
    const dims = broadcastShape(a.dims, b.dims);
    const [x, y] = [broadcast(a, dims).data, broadcast(b, dims).data];
    return { dims, data: zeros(a.data, x.length).map((_, i) => pair(x[i] ?? 0, y[i] ?? 0)) };
  }
  const single = SINGLES[op];
  if (single) return { dims: a.dims, data: a.data.map(single) };
  switch (op) {
    case 'Identity':
      return a;
    case 'Cast':
      return {
        dims: a.dims,
        data: attr.DstT?.type === 'DT_FLOAT' ? Float32Array.from(a.data) : Int32Array.from(a.data),
      };
    case 'Range':
      return range(inputs);
    case 'Pack':
      return joined(
        inputs.map((one) => expanded(one, 0)),
        0,
      );
    case 'ConcatV2':
      return joined(inputs.slice(0, -1), numbersOf(inputs.at(-1))[0] ?? 0);
    case 'ExpandDims':
      return expanded(a, numbersOf(b)[0] ?? 0);
    case 'Reshape':
      return { data: a.data, dims: resolveShape(numbersOf(b), volume(a.dims)) };
    case 'BroadcastTo':
      return broadcast(a, numbersOf(b));
    case 'Squeeze':
      return { data: a.data, dims: squeezeShape(a.dims, attr) };
    case 'Transpose': {
      const order = numbersOf(b);
      const steps = stridesOf(a.dims);
      const dims = order.map((axis) => a.dims[axis] ?? 1);
      return gathered(a, dims, { steps: order.map((axis) => steps[axis] ?? 0) });
    }
    case 'Sum':
      return summed(a, numbersOf(b), attr.keep_dims?.b === true);
    case 'StridedSlice':
      return sliced(a, { from: numbersOf(b), to: numbersOf(c), attr });
    case 'SelectV2': {
      if (!(b && c)) return undefined;
      const dims = broadcastShape(broadcastShape(a.dims, b.dims), c.dims);
      const [when, yes, no] = [a, b, c].map((one) => broadcast(one, dims).data);
      return { dims, data: zeros(b.data, volume(dims)).map((_, i) => (when?.[i] ? yes?.[i] : no?.[i]) ?? 0) };
    }
    default:
      return undefined;
  }
}

/** @param {readonly Constant[]} inputs */
function range(inputs) {
  const [start = 0, end = 0, step = 1] = inputs.map((one) => one.data[0]);
  const length = Math.max(0, Math.ceil((end - start) / step));
  return { dims: [length], data: Int32Array.from({ length }, (_, i) => start + i * step) };
}

/**
 * @param {Constant} constant
 * @param {number} axis
 */
function expanded({ dims, data }, axis) {
  const at = axis < 0 ? axis + dims.length + 1 : axis;
  return { data, dims: [...dims.slice(0, at), 1, ...dims.slice(at)] };
}

/**
 * @param {readonly Constant[]} parts
 * @param {number} axis
 * @returns {Constant}
 */
function joined(parts, axis) {
  const [first] = /** @type {[Constant]} */ (parts);
  const at = axis < 0 ? axis + first.dims.length : axis;
  const dims = first.dims.map((dim, i) => (i === at ? parts.reduce((sum, part) => sum + (part.dims[i] ?? 0), 0) : dim));
  const out = zeros(first.data, volume(dims));
  const outer = volume(dims.slice(0, at));
  let offset = 0;
  for (let i = 0; i < outer; i++) {
    for (const { data } of parts) {
      const run = data.length / outer;
      out.set(data.subarray(i * run, (i + 1) * run), offset);
      offset += run;
    }
  }
  return { dims, data: out };
}

/**
 * @param {Constant} from
 * @param {readonly number[]} axes
 * @param {boolean} keep
 * @returns {Constant}
 */
function summed({ dims, data }, axes, keep) {
  const removedAxes = new Set(axes.map((axis) => (axis < 0 ? axis + dims.length : axis)));
  const keptDims = dims.map((dim, i) => (removedAxes.has(i) ? 1 : dim));
  const steps = stridesOf(keptDims).map((step, i) => (removedAxes.has(i) ? 0 : step));
  const out = zeros(data, volume(keptDims));
  const targets = gathered({ dims: keptDims, data: Int32Array.from(out, (_, i) => i) }, dims, { steps }).data;
  data.forEach((value, i) => {
    const target = targets[i] ?? 0;
    out[target] = (out[target] ?? 0) + value;
  });
  return { dims: keep ? keptDims : dims.filter((_, i) => !removedAxes.has(i)), data: out };
}

/**
 * @param {Constant} from
 * @param {Cut} cut
 * @returns {Constant}
 */
function sliced(from, cut) {
  const bounds = boundsOf(from.dims, cut);
  const steps = stridesOf(from.dims);
  const start = bounds.reduce((sum, { first }, i) => sum + first * (steps[i] ?? 0), 0);
  const sizes = bounds.map(({ first, end }) => end - first);
  const inner = gathered(from, sizes, { steps, start });
  return { data: inner.data, dims: inner.dims.filter((_, i) => !bounds[i]?.gone) };
}
