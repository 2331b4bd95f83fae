import { navigateTo, resolveLocalePath, useLocale, useSite } from '@safelight/sitegen/runtime';
import { useEffect, useRef } from 'react';
import { pendingFile } from '../../ui/pending-file.ts';
import { useToast } from '../../ui/Toast.tsx';
import { pngOfResult } from '../clipboard.ts';
import { isSvg, resultName } from '../names.ts';
import { canFollow } from '../reachable.ts';
import { hasChosenPart } from '../state/state.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';

/** Another tool: its id, the namespace of its messages, and the path of its page without a locale prefix. */
export type NextTool = { readonly id: string; readonly name: string; readonly path: string };

/**
 * Opens the picture on show in another tool, as its result if it has one; it is passed in this page's memory only. Null until
 * the file of the result shows the chosen part.
 */
export function useContinue({ state, item, tool, dispatch }: Workspace): ((next: NextTool) => Promise<void>) | null {
  const site = useSite();
  const { code } = useLocale();
  const { say } = useWords();
  const toast = useToast();
  if (!item || (item.result && !hasChosenPart(state, item.id, item.result))) return null;
  return async (next) => {
    const { path } = resolveLocalePath(site, next.path, code);
    if (!(await canFollow(path)))
      return toast({ kind: 'error', text: say('workspace.offline.unreachable'), durationMs: 6000 });
    const { file, result } = item;
    if (result) {
      // Tools read pixels, and many browsers and programs no JPEG XL.
      const isForeign = isSvg(result.blob) || result.blob.type === 'image/jxl';
      const blob = (isForeign && (await pngOfResult(result, item.info?.colorSpace))) || result.blob;
      pendingFile.put(new File([blob], resultName(file.name, tool.suffix, blob), { type: blob.type }));
      dispatch({ kind: 'saved', ids: [item.id] });
    } else pendingFile.put(file);
    await navigateTo(path);
  };
}

/** Takes the open picture along wherever a link of the page leads to another tool. A batch stays, for its other pictures. */
export function useTakeAlong(workspace: Workspace, nextTools: readonly NextTool[]): void {
  const site = useSite();
  const { code } = useLocale();
  const next = useContinue(workspace);
  const { item, state } = workspace;
  const followed = (link: HTMLAnchorElement): NextTool | undefined =>
    nextTools.find(({ path }) => new URL(link.href).pathname === resolveLocalePath(site, path, code).path);
  const latest = useRef({ next, followed });
  useEffect(() => {
    latest.current = { next, followed };
  });
  const takes = item?.info != null && state.items.length === 1 && next !== null;
  useEffect(() => {
    if (!takes) return;
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !link?.href) return;
      const tool = latest.current.followed(link);
      if (!tool) return;
      event.preventDefault();
      // The page would follow the link, or ask before it does.
      event.stopPropagation();
      void latest.current.next?.(tool);
    };
    window.addEventListener('click', press, { capture: true });
    return () => window.removeEventListener('click', press, { capture: true });
  }, [takes]);
}
