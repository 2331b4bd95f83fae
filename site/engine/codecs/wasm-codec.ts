/** What a module that Emscripten wrote takes to start. */
type StartOptions = {
  readonly noInitialRun: true;
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    onInstance: (instance: WebAssembly.Instance) => void,
  ) => WebAssembly.Exports;
};

/** Starts an instance of a codec that Emscripten compiled. */
export type StartCodec<Codec> = (options: StartOptions) => Promise<Codec>;

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/**
 * Starts a codec with a memory of its own, which grows and never shrinks: drop the instance after a picture. `url` is the file
 * of its WebAssembly, which is loaded and compiled once for each worker. Throws if it cannot be loaded.
 */
export async function startCodec<Codec>(start: StartCodec<Codec>, url: string): Promise<Codec> {
  const module = await compile(url);
  return start({
    noInitialRun: true,
    instantiateWasm: (imports, onInstance) => {
      const instance = new WebAssembly.Instance(module, imports);
      onInstance(instance);
      return instance.exports;
    },
  });
}

/** Compiles a file; after a failure, the next call tries again. */
function compile(url: string): Promise<WebAssembly.Module> {
  const known = compiled.get(url);
  if (known) return known;
  const module = load(url);
  compiled.set(url, module);
  module.catch(() => compiled.delete(url));
  return module;
}

async function load(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}.`);
  // Not `compileStreaming`: some hosts serve WebAssembly as another type.
  return WebAssembly.compile(await response.arrayBuffer());
}
