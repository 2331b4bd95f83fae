import { useMessages, useSite } from '@safelight/sitegen/runtime';
import type { ReactNode } from 'react';
import css from './App.module.css';
import { Footer } from './shell/Footer.tsx';
import { TopBar } from './shell/TopBar.tsx';
import './styles/global.css';
import { Toaster } from './ui/Toast.tsx';

/** The shell around every page. */
export const App = ({ children }: { readonly children: ReactNode }) => {
  const t = useMessages();
  const { base } = useSite();
  return (
    <Toaster>
      {/* Keeps files and keys from before hydration. */}
      <script async src={`${base.replace(/\/$/, '')}/early-input.js`} />
      <a className={css.skip} href="#content" data-screen-only="">
        {t('common.shell.skip')}
      </a>
      <TopBar />
      <main id="content" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </Toaster>
  );
};
