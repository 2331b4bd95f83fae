import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { Glyph, type GlyphName } from './Glyph.tsx';
import css from './Toast.module.css';
import { addToast, removeToast, TOAST_MS, type Toast, type ToastRequest } from './toast-state.ts';

type ShowToast = (toast: ToastRequest) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Returns a function that shows a toast for 2000 ms or `durationMs`; hovering over it stops its timer. */
export const useToast = (): ShowToast => useContext(ToastContext);

const GLYPHS: { readonly [kind in Toast['kind']]: GlyphName } = {
  info: 'info',
  warning: 'warning',
  success: 'check',
  error: 'warning',
};

type CardProps = { readonly toast: Toast; readonly onDone: (id: number) => void };

const ToastCard = ({ toast, onDone }: CardProps) => {
  const [isHovered, setHovered] = useState(false);
  const { id, durationMs = TOAST_MS } = toast;
  useEffect(() => {
    if (isHovered) return;
    const timer = window.setTimeout(() => onDone(id), durationMs);
    return () => window.clearTimeout(timer);
  }, [isHovered, id, durationMs, onDone]);
  return (
    <div
      className={css.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <span className={css.mark}>
        <Glyph name={GLYPHS[toast.kind]} />
      </span>
      <span>{toast.text}</span>
    </div>
  );
};

/** Provides `useToast` to its children and renders the toasts above the page. */
export const Toaster = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((request: ToastRequest) => setToasts((now) => addToast(now, request)), []);
  const done = useCallback((id: number) => setToasts((now) => removeToast(now, id)), []);
  const list = useMemo(
    () => toasts.map((toast) => <ToastCard key={toast.id} toast={toast} onDone={done} />),
    [toasts, done],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div className={css.stack} aria-live="polite">
        {list}
      </div>
    </ToastContext>
  );
};
