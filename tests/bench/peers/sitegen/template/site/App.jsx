import { usePage } from '@safelight/sitegen/runtime';
import Footer from './shared/Footer.jsx';
import NavMenu from './shared/NavMenu.jsx';
import * as site from './shared/site.js';
import './shared/site.css';

export function App({ children }) {
  const { shell } = usePage().props;
  return (
    <>
      <NavMenu items={shell?.nav ?? site.nav} />
      {children}
      <Footer footer={shell?.footer ?? site.footer} />
    </>
  );
}
