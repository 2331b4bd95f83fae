import type { IslandTrigger } from '../contract.ts';

/** A component as a module of its own: the file below the root, or package, that exports it, and the export's name. */
export type IslandKey = string;

export const islandKey = (file: string, name: string): IslandKey => `${file}:${name}`;

export const islandTriggers = ['load', 'idle', 'visible', 'only'] as const satisfies readonly IslandTrigger[];
