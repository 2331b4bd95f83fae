type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint8ClampedArray<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/**
 * A new typed array with a number for each item. The static method `from` of typed arrays gives the same, but first copies
 * all items into a list: 500 MB and ten times the time for 12 million.
 */
export function mapTo<Type extends Numbers, Item>(
  type: new (length: number) => Type,
  source: ArrayLike<Item>,
  numberOf: (item: Item, index: number) => number,
): Type {
  const out = new type(source.length);
  for (let i = 0; i < out.length; i++) out[i] = numberOf(source[i] as Item, i);
  return out;
}
