/** Properties that Vite adds to `import.meta` in development. */
interface ImportMeta {
  readonly env: { readonly BASE_URL: string };
  readonly hot?: {
    readonly on: <Data>(event: string, listener: (data: Data) => void) => void;
    readonly send: (event: string, data?: unknown) => void;
  };
}

/** Virtual modules with one icon each, `virtual:sitegen/icon/{set}/{name}`. */
declare module 'virtual:sitegen/icon/*' {
  export const icon: { readonly body: string; readonly width: number; readonly height: number };
}
