import type { IslandTrigger } from '../contract.ts';

/**
 * Identifies a component with its own module: the file relative to the root, or package, that exports it, and the
 * export's name, joined by a colon.
 */
export type IslandKey = string;

export const islandKey = (file: string, name: string): IslandKey => `${file}:${name}`;

export const islandTriggers = ['load', 'idle', 'visible', 'only'] as const satisfies readonly IslandTrigger[];

/** Names of the element around an island and of the element around its children. */
export const islandElement = 'sitegen-island';
export const slotElement = 'sitegen-slot';
