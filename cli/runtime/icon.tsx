import { type ReactNode, useEffect, useReducer } from 'react';
import type { SiteInfo } from '../contract.ts';
import { fetchJson } from './build.ts';
import { usePageState } from './context.tsx';

/** An icon of an Iconify set: the content of its `<svg>`, and its view box in pixels. */
export type IconData = { readonly body: string; readonly width: number; readonly height: number };

export type IconProps = {
  readonly className?: string | undefined;
  /** CSS length; the height of the text by default. */
  readonly size?: string;
  /** Name for screen readers; without it the icon is hidden from them. */
  readonly label?: string;
};

/** An icon imported from `virtual:sitegen/icon/{set}/{name}`, so that bundles contain only the icons in use. */
export function Icon({ icon, ...props }: IconProps & { readonly icon: IconData }): ReactNode {
  return <IconSvg {...props} {...icon} />;
}

const emptyIcon: IconData = { body: '', width: 24, height: 24 };

/**
 * An icon by name, such as `lucide:moon`, for names that come from data. The server writes it into the page. Icons that
 * are rendered later are fetched, in one request for all icons of a rendering; until then, and if they cannot be loaded,
 * their space stays empty. Import icons that are known when the code is written: see `Icon`.
 */
export function NamedIcon({ name, ...props }: IconProps & { readonly name: string }): ReactNode {
  const { icon, shared } = usePageState();
  const found = (icon ?? shared(createIconStore))(name);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (found instanceof Promise) void found.then(renderAgain);
  }, [found]);
  const data = found instanceof Promise ? undefined : found;
  return <IconSvg {...props} {...(data ?? emptyIcon)} id={name} />;
}

function IconSvg({ className, size = '1em', label, width, height, body, id }: IconProps & IconData & { id?: string }) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      {...name}
      className={className}
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${height}`}
      data-icon={id}
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}

/** Returns the icon of a name; while it is loading a promise, the same one for every call; undefined if it has none. */
type IconStore = (name: string) => IconData | Promise<void> | undefined;

type IconSet = {
  readonly icons: { readonly [name: string]: Partial<IconData> & { readonly body: string } };
  readonly width?: number;
  readonly height?: number;
};

/** Takes icons from the served document first, then from `{base}/_icons/{set}.json?icons=a,b`. */
function createIconStore({ base }: SiteInfo): IconStore {
  const icons = new Map<string, ReturnType<IconStore>>();
  const requests = new Map<string, { readonly names: string[]; readonly set: Promise<IconSet | null> }>();

  const fetchSet = async (prefix: string, names: readonly string[]): Promise<IconSet | null> => {
    // After this turn every icon of the current rendering has added its name.
    await Promise.resolve();
    requests.delete(prefix);
    const list = names.map(encodeURIComponent).join(',');
    // The same names give the same icons, except while icons are edited: the browser's copy can be used.
    const cache = import.meta.hot ? 'no-cache' : 'force-cache';
    return fetchJson(`${base}/_icons/${encodeURIComponent(prefix)}.json?icons=${list}`, { cache }).then(
      (set) => set as IconSet,
      (error) => {
        console.warn('Failed loading icons', error);
        return null;
      },
    );
  };

  const request = async (name: string): Promise<void> => {
    const [prefix = '', short = ''] = name.split(':');
    const names: string[] = requests.get(prefix)?.names ?? [];
    names.push(short);
    const loading = requests.get(prefix)?.set ?? fetchSet(prefix, names);
    requests.set(prefix, { names, set: loading });
    const set = await loading;
    const icon = set?.icons[short];
    icons.set(name, icon && { width: set?.width ?? 16, height: set?.height ?? 16, ...icon });
  };

  return (name) => {
    if (!icons.has(name)) icons.set(name, servedIcon(name) ?? request(name));
    return icons.get(name);
  };
}

function servedIcon(name: string): IconData | undefined {
  const element = document.querySelector<SVGSVGElement>(`svg[data-icon="${CSS.escape(name)}"]`);
  if (!element?.innerHTML) return undefined;
  const { width, height } = element.viewBox.baseVal;
  return { body: element.innerHTML, width, height };
}
