import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { Logo } from './Logo.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { RouteList } from './RouteList.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import css from './TopBar.module.css';

/** The fixed bar on every page, 72 px high. */
export const TopBar = () => (
  <header className={css.bar}>
    <Logo />
    <RouteList />
    <div className={css.end}>
      <ThemeSwitch />
      <LanguageSwitcher />
      <MobileMenu />
    </div>
  </header>
);
