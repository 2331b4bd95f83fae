/** What Vite adds to modules in development. */
interface ImportMeta {
  readonly env: { readonly BASE_URL: string };
  readonly hot?: {
    readonly on: <Data>(event: string, listener: (data: Data) => void) => void;
    readonly send: (event: string, data?: unknown) => void;
  };
}

/** Icons by set and name, one module each. */
declare module 'virtual:sitegen/icon/*' {
  export const icon: { readonly body: string; readonly width: number; readonly height: number };
}
