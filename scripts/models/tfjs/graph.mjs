/**
 * A network of TensorFlow.js ("graph-model"): its nodes, and its weights.
 * @typedef {{ readonly dims: readonly number[], readonly data: Float32Array | Int32Array }} Constant
 * @typedef {{ readonly s?: string, readonly i?: string, readonly b?: boolean, readonly type?: string,
 *   readonly list?: { readonly i?: readonly string[] } }} Attr
 * @typedef {{ readonly name: string, readonly op: string, readonly input: readonly string[],
 *   readonly attr?: Readonly<Record<string, Attr>> }} TfNode
 * @typedef {{ readonly nodes: readonly TfNode[], readonly constants: ReadonlyMap<string, Constant> }} TfGraph
 */

/**
 * Parses `model.json` and its concatenated shards. Throws if they do not match.
 * @param {Uint8Array} json
 * @param {Uint8Array} weights
 * @returns {TfGraph}
 */
export function readGraph(json, weights) {
  const { modelTopology, weightsManifest } = JSON.parse(new TextDecoder().decode(json));
  /** @type {Map<string, Constant>} */
  const constants = new Map();
  let at = 0;
  for (const { weights: entries } of weightsManifest) {
    for (const { name, shape, dtype } of entries) {
      const length = shape.reduce((/** @type {number} */ size, /** @type {number} */ dim) => size * dim, 1);
      const bytes = new Uint8Array(weights.subarray(at, at + 4 * length));
      if (dtype !== 'float32' && dtype !== 'int32') throw new Error(`weights of ${dtype} are not known`);
      const data = dtype === 'int32' ? new Int32Array(bytes.buffer) : new Float32Array(bytes.buffer);
      constants.set(name, { dims: shape, data });
      at += 4 * length;
    }
  }
  if (at !== weights.length) throw new Error(`the shards hold ${weights.length} bytes of weights instead of ${at}`);
  // "^name" is a control dependency; "name:0" is the first output of a node.
  const nodes = modelTopology.node.map((/** @type {TfNode} */ node) => ({
    ...node,
    input: (node.input ?? []).filter((name) => !name.startsWith('^')).map((name) => name.replace(/:0$/, '')),
  }));
  return { nodes: inOrder(nodes), constants };
}

/**
 * Topological order of the nodes that the outputs need.
 * @param {readonly TfNode[]} nodes
 * @returns {TfNode[]}
 */
function inOrder(nodes) {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const used = new Set(nodes.flatMap((node) => node.input));
  /** @type {Set<TfNode>} */
  const done = new Set();
  const stack = nodes.filter(({ name, op }) => op === 'Identity' && !used.has(name));
  while (stack.length > 0) {
    const node = /** @type {TfNode} */ (stack.at(-1));
    const waiting = node.input.flatMap((name) => {
      const from = byName.get(name);
      if (!from) throw new Error(`"${node.name}" takes "${name}", which is not there`);
      return done.has(from) ? [] : [from];
    });
    if (waiting.length > 0) stack.push(...waiting);
    else done.add(/** @type {TfNode} */ (stack.pop()));
  }
  return [...done];
}
