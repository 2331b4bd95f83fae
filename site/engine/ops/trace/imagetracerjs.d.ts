/** The steps of imagetracerjs 1.2.6 that are used here; it brings no types. */
declare module 'imagetracerjs' {
  type Nodes = readonly { readonly isholepath: boolean }[];
  type Segment = {
    /** `Q`: a curve to `x3`, `y3` by way of `x2`, `y2`. */
    readonly type: 'L' | 'Q';
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
    readonly x3?: number;
    readonly y3?: number;
  };
  type Tracer = {
    readonly layeringstep: (indexed: { readonly array: readonly ArrayLike<number>[] }, index: number) => number[][];
    readonly pathscan: (layer: number[][], minPoints: number) => Nodes;
    readonly internodes: (paths: Nodes, options: { readonly rightangleenhance: boolean }) => Nodes;
    readonly batchtracepaths: (
      paths: Nodes,
      lineError: number,
      curveError: number,
    ) => readonly { readonly segments: readonly Segment[] }[];
  };
  const tracer: Tracer;
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default tracer;
}
