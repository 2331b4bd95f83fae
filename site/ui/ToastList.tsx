import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { Drawing } from './Drawing.tsx';
import { infoShape, warningShape } from './drawings/notice.ts';
import { Glyph } from './Glyph.tsx';
import css from './ToastList.module.css';
import { addToast, removeToast, TOAST_MS, type Toast, type ToastRequest } from './toast-state.ts';

/** Returns the update that adds a toast. */
export const withToast = (request: ToastRequest) => (toasts: readonly Toast[]) => addToast(toasts, request);

type CardProps = { readonly toast: Toast; readonly onDone: (id: number) => void };

const ToastCard = ({ toast, onDone }: CardProps) => {
  const [isHovered, setHovered] = useState(false);
  const { id, kind, durationMs = TOAST_MS } = toast;
  useEffect(() => {
    if (isHovered) return;
    const timer = window.setTimeout(() => onDone(id), durationMs);
    return () => window.clearTimeout(timer);
  }, [isHovered, id, durationMs, onDone]);
  return (
    <div
      className={css.toast}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <span className={css.mark}>
        {kind === 'success' ? <Glyph name="check" /> : <Drawing path={kind === 'info' ? infoShape : warningShape} />}
      </span>
      <span>{toast.text}</span>
    </div>
  );
};

type ToastListProps = {
  readonly toasts: readonly Toast[];
  readonly onChange: Dispatch<SetStateAction<readonly Toast[]>>;
};

/** The toasts that are shown; each removes itself after its time. */
export const ToastList = ({ toasts, onChange }: ToastListProps) => {
  const done = useCallback((id: number) => onChange((now) => removeToast(now, id)), [onChange]);
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} onDone={done} />);
};
