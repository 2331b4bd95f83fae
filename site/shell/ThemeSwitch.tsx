import { useMessages, useTheme } from '@safelight/sitegen/runtime';
import { Glyph } from '../ui/Glyph.tsx';
import css from './ThemeSwitch.module.css';

/**
 * A button that cycles through the themes dark, light and system. CSS shows the current one, because the server cannot
 * know it.
 */
export const ThemeSwitch = () => {
  const t = useMessages();
  const { choice, setTheme } = useTheme();
  const choices = [
    { name: 'dark', glyph: 'moon', label: t('common.theme.dark'), next: 'light' },
    { name: 'light', glyph: 'sun', label: t('common.theme.light'), next: 'system' },
    { name: 'system', glyph: 'system', label: t('common.theme.system'), next: 'dark' },
  ] as const;
  return (
    <button
      type="button"
      className={css.button}
      onClick={() => setTheme(choices.find(({ name }) => name === choice)?.next ?? 'light')}
    >
      <span className="visually-hidden">{t('common.theme.label')}: </span>
      {choices.map(({ name, glyph, label }) => (
        <span key={name} className={css.choice} data-choice={name}>
          <Glyph name={glyph} />
          <span className="visually-hidden">{label}</span>
        </span>
      ))}
    </button>
  );
};
