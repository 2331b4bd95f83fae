/** Default duration of a toast. */
export const TOAST_MS = 2000;

const MAX_TOASTS = 3;

export type ToastRequest = {
  readonly kind: 'info' | 'warning' | 'success' | 'error';
  readonly text: string;
  readonly durationMs?: number;
};

export type Toast = ToastRequest & { readonly id: number };

/** Adds a toast at the end, replaces one of equal text and kind, and keeps the last `MAX_TOASTS`. */
export const addToast = (toasts: readonly Toast[], request: ToastRequest): readonly Toast[] => {
  const others = toasts.filter((toast) => toast.text !== request.text || toast.kind !== request.kind);
  const id = Math.max(0, ...toasts.map((toast) => toast.id)) + 1;
  return [...others, { ...request, id }].slice(-MAX_TOASTS);
};

export const removeToast = (toasts: readonly Toast[], id: number): readonly Toast[] =>
  toasts.filter((toast) => toast.id !== id);
