import { type ReactNode, useEffect, useReducer } from 'react';
import type { SiteInfo } from '../contract.ts';
import { fetchJson } from './build.ts';
import { type IconData, usePageState } from './context.tsx';

/** Props of `Icon`. */
export type IconProps = {
  readonly className?: string | undefined;
  /** Width and height as a CSS length; `1em` by default. */
  readonly size?: string;
  /** Accessible name; without it, the icon is hidden from assistive technology. */
  readonly label?: string;
};

/**
 * Renders an icon that is imported from `virtual:sitegen/icon/{set}/{name}`, so that bundles contain only the icons in
 * use.
 */
export function Icon({ icon, ...props }: IconProps & { readonly icon: IconData }): ReactNode {
  return <IconSvg {...props} {...icon} />;
}

const emptyIcon: IconData = { body: '', width: 24, height: 24 };

/**
 * Renders an icon by name, such as `lucide:moon`, for names that come from data. The server renders it into the page.
 * Icons that appear later are fetched, all icons of one rendering and set in one request; until then, or if that fails,
 * their space stays empty. Use `Icon` for icons that are known in advance.
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

/** Returns the icon of a name; a promise while it is loading, the same for every call; undefined if there is none. */
type IconStore = (name: string) => IconData | Promise<void> | undefined;

type IconSet = {
  readonly icons: { readonly [name: string]: Partial<IconData> & { readonly body: string } };
  readonly width?: number;
  readonly height?: number;
};

/** Creates a store that reads icons from the served document, else fetches `{base}/_icons/{set}.json?icons=a,b`. */
function createIconStore({ base }: SiteInfo): IconStore {
  const icons = new Map<string, ReturnType<IconStore>>();
  const requests = new Map<string, { readonly names: string[]; readonly set: Promise<IconSet | null> }>();

  const fetchSet = async (prefix: string, names: readonly string[]): Promise<IconSet | null> => {
    // Wait until every icon of the current rendering has added its name.
    await Promise.resolve();
    requests.delete(prefix);
    const list = names.map(encodeURIComponent).join(',');
    // The URL determines the icons, except while they are edited, so the browser's cached response can be used.
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
