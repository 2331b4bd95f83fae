/// <reference types="vite/client" />

/** Icons by set and name, one module each. */
declare module 'virtual:sitegen/icon/*' {
  export const icon: { readonly body: string; readonly width: number; readonly height: number };
}
