import type { ComponentType } from 'react';
import { islandElement } from '../lib/islands.ts';
import { whenIdle } from './idle.ts';

/** Renders a component into the element of an island. Returns the function that unmounts it. */
export type Mount = (element: HTMLElement, Component: ComponentType) => () => void;

const started = new WeakSet<Element>();

/**
 * Starts the islands below a node, each by its trigger: at once, when the browser is idle, or when it is visible. Only
 * then is the island's code fetched, and with the first island React. Returns the function that removes the islands and
 * cancels pending ones.
 */
export function startIslands(root: ParentNode, mount: () => Promise<Mount>): () => void {
  let isStopped = false;
  const stopFunctions: (() => void)[] = [];
  const start = async (element: HTMLElement): Promise<void> => {
    if (isStopped) return;
    const { src = '' } = element.dataset;
    const [render, { Island }] = await Promise.all([mount(), import(/* @vite-ignore */ src)]);
    if (!isStopped) stopFunctions.push(render(element, Island));
  };
  for (const element of root.querySelectorAll<HTMLElement>(islandElement)) {
    if (started.has(element)) continue;
    started.add(element);
    const run = () => void start(element).catch(reportError);
    if (element.dataset.on === 'idle') whenIdle(run);
    else if (element.dataset.on === 'visible') stopFunctions.push(whenVisible(element, run));
    else run();
  }
  return () => {
    isStopped = true;
    for (const stop of stopFunctions) stop();
  };
}

/**
 * Calls `run` when a child of the element becomes visible; the element itself has no box. Returns the function that
 * cancels it.
 */
function whenVisible(element: HTMLElement, run: () => void): () => void {
  if (element.childElementCount === 0) {
    run();
    return () => {};
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    run();
  });
  for (const child of element.children) observer.observe(child);
  return () => observer.disconnect();
}
