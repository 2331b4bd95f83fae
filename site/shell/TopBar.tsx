import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { Logo } from './Logo.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { RouteList } from './RouteList.tsx';
import { SearchButton, useSearchPanel } from './SearchButton.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import css from './TopBar.module.css';

/** The fixed bar on every page, 72 px high. */
export const TopBar = () => {
  const search = useSearchPanel();
  return (
    <header className={css.bar}>
      <Logo />
      <RouteList />
      <div className={css.end}>
        {search.open && <SearchButton onOpen={search.open} />}
        <ThemeSwitch />
        <LanguageSwitcher />
        <MobileMenu onSearch={search.open} />
      </div>
      {search.panel}
    </header>
  );
};
