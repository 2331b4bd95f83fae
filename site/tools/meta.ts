import type { Field } from '../workspace/tool.ts';

/** Codes of the steps that are counted, where a visitor allows it. */
export type EventCodes = {
  readonly enter: number;
  readonly select: number;
  readonly generate: number;
  readonly download: number;
};

/** What a tool is, as plain data. */
export type ToolMeta = {
  /** Name of its folder, and of its models in `config/models.yaml`. */
  readonly id: string;
  /** Id in `config/routes.yaml`. */
  readonly page: string;
  readonly events: EventCodes;
  readonly accepts: 'image' | 'video';
  readonly fields: readonly Field[];
  /** Roles of the models that it may use. */
  readonly roles: readonly string[];
};

/** Codes of the tools that make pictures better: 100000 to 100003. */
export const ENHANCE: EventCodes = { enter: 100000, select: 100001, generate: 100002, download: 100003 };

/** Codes of the tools that take something away: 110000 to 110003. */
export const REMOVE: EventCodes = { enter: 110000, select: 110001, generate: 110002, download: 110003 };

/** Codes of the tools that draw a photo anew: 120000 to 120003. */
export const FILTER: EventCodes = { enter: 120000, select: 120001, generate: 120002, download: 120003 };
