import { type ReactNode, useEffect, useReducer } from 'react';
import type { SiteInfo } from '../contract.ts';
import { fetchJson } from './build.ts';
import { usePageState } from './context.ts';
import { type IconData, type IconProps, IconSvg } from './icon.tsx';

const empty: IconData = { body: '', width: 24, height: 24 };

/**
 * An icon by name, such as `lucide:moon`, for names that come from data. The server writes it into the page; an icon
 * that is rendered later is fetched in one request with the others rendered at the same time. Its space stays empty
 * until then, and if it cannot be loaded. Import icons that are known when the code is written: `Icon`.
 */
export function NamedIcon({ name, ...props }: IconProps & { readonly name: string }): ReactNode {
  const { icon, shared } = usePageState();
  const found = (icon ?? shared(createIconStore))(name);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (found instanceof Promise) void found.then(renderAgain);
  }, [found]);
  const data = found instanceof Promise ? undefined : found;
  return <IconSvg {...props} {...(data ?? empty)} id={name} />;
}

/** Icons by name in the browser: at once where they are known, else as a promise, the same one every time. */
type IconStore = (name: string) => IconData | Promise<void> | undefined;

type IconSet = {
  readonly icons: { readonly [name: string]: Partial<IconData> & { readonly body: string } };
  readonly width?: number;
  readonly height?: number;
};

/** Takes icons from the served document first, then from `{base}/_icons/{set}.json?icons=a,b`. */
function createIconStore({ base }: SiteInfo): IconStore {
  const known = new Map<string, ReturnType<IconStore>>();
  const waiting = new Map<string, { readonly names: string[]; readonly set: Promise<IconSet | null> }>();

  const fetchSet = async (prefix: string, names: readonly string[]): Promise<IconSet | null> => {
    // One turn later every icon of this rendering has been asked for.
    await Promise.resolve();
    waiting.delete(prefix);
    const list = names.map(encodeURIComponent).join(',');
    // The same names give the same icons, so the browser's copy is as good as the server's, except while icons are edited.
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
    const names: string[] = waiting.get(prefix)?.names ?? [];
    names.push(short);
    const set = waiting.get(prefix)?.set ?? fetchSet(prefix, names);
    waiting.set(prefix, { names, set });
    const loaded = await set;
    const icon = loaded?.icons[short];
    known.set(name, icon && { width: loaded?.width ?? 16, height: loaded?.height ?? 16, ...icon });
  };

  return (name) => {
    if (!known.has(name)) known.set(name, served(name) ?? request(name));
    return known.get(name);
  };
}

function served(name: string): IconData | undefined {
  const element = document.querySelector<SVGSVGElement>(`svg[data-icon="${CSS.escape(name)}"]`);
  if (!element?.innerHTML) return undefined;
  const { width, height } = element.viewBox.baseVal;
  return { body: element.innerHTML, width, height };
}
