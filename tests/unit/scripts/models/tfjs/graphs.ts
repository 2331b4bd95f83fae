import type { Attr } from '../../../../../scripts/models/tfjs/graph.mjs';

export type Made = { readonly json: Uint8Array; readonly weights: Uint8Array };
type Attrs = Readonly<Record<string, Attr>>;

/** Builds a TensorFlow.js network node by node, with the groups of nodes that its converter emits for common layers. */
export function graphOf() {
  const nodes: object[] = [{ name: 'x', op: 'Placeholder', attr: {} }];
  const entries: { name: string; shape: readonly number[]; dtype: string }[] = [];
  const parts: Uint8Array[] = [];
  const add = (op: string, input: readonly string[], attr: Attrs = {}) => {
    const name = `net/${op}_${nodes.length}`;
    nodes.push({ name, op, input, attr });
    return name;
  };
  const constant = (dtype: string, shape: readonly number[], bytes: Uint8Array) => {
    const name = add('Const', []);
    entries.push({ name, shape, dtype });
    parts.push(bytes);
    return name;
  };
  const floats = (shape: readonly number[], data: Float32Array) =>
    constant('float32', shape, new Uint8Array(data.slice().buffer));
  const ints = (shape: readonly number[], numbers: readonly number[]) =>
    constant('int32', shape, new Uint8Array(Int32Array.from(numbers).buffer));
  const number = (value: number) => floats([], Float32Array.of(value));
  const by = (op: string, value: number, x: string) => add(op, [number(value), x]);
  const resize = (x: string, matrix: string) => {
    const down = add('Einsum', [matrix, x], { equation: { s: btoa('gb,cgef->bcef') } });
    const across = add('Einsum', [down, matrix], { equation: { s: btoa('abgd,gf->abdf') } });
    return add('Transpose', [across, ints([4], [1, 0, 3, 2])]);
  };
  const gelu = (x: string) => {
    const cubic = add('Mul', [by('Mul', 0.044715, x), add('Square', [x])]);
    const inner = by('Mul', 0.7978845608, add('AddV2', [x, cubic]));
    return add('Mul', [by('Mul', 0.5, x), by('AddV2', 1, add('Tanh', [inner]))]);
  };
  const norm = (x: string, { dims, scale, offset }: Norm) => {
    const channels = [1, 1, 1, scale.length];
    const mean = (of: string) => add('Mul', [add('Sum', [of, ints([1], [3])]), number(1 / scale.length)]);
    const column = (of: string) => add('Reshape', [of, ints([4], [...dims.slice(0, 3), 1])]);
    const middle = mean(x);
    const spread = add('Sub', [mean(add('Square', [x])), add('Square', [middle])]);
    const sure = add('AddV2', [column(by('Maximum', 0, spread)), number(1e-6)]);
    const factor = add('Mul', [add('Rsqrt', [sure]), floats(channels, scale)]);
    const product = add('Mul', [add('Sub', [x, column(middle)]), factor]);
    return add('AddV2', [product, floats(channels, offset)]);
  };
  const done = (result: string): Made => {
    add('Identity', [result]);
    const model = { modelTopology: { node: nodes }, weightsManifest: [{ paths: [], weights: entries }] };
    return { json: new TextEncoder().encode(JSON.stringify(model)), weights: Buffer.concat(parts) };
  };
  return { input: 'x', add, floats, ints, resize, gelu, norm, done };
}

type Norm = { readonly dims: readonly number[]; readonly scale: Float32Array; readonly offset: Float32Array };
