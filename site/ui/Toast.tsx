import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import css from './Toast.module.css';
import type { Toast, ToastRequest } from './toast-state.ts';

type ShowToast = (toast: ToastRequest) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Returns a function that shows a toast for 2000 ms or `durationMs`; hovering over it stops its timer. */
export const useToast = (): ShowToast => useContext(ToastContext);

/** Loads the code of toasts, which is otherwise loaded with the first one: call it where the network may be gone by then. */
export const loadToasts = () => import('./ToastList.tsx');

/** Provides `useToast` to its children and renders the toasts above the page. */
export const Toaster = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadToasts>> | null>(null);
  const show = useCallback((request: ToastRequest) => {
    loadToasts().then((loaded) => {
      setCode(loaded);
      setToasts(loaded.withToast(request));
    }, reportError);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={css.stack} data-toasts="" aria-live="polite">
        {code && toasts.length > 0 && (
          <Suspense>
            <code.ToastList toasts={toasts} onChange={setToasts} />
          </Suspense>
        )}
      </div>
    </ToastContext>
  );
};
