import type { ToolMeta, ToolName } from './meta.ts';

const MODULES = import.meta.glob<ToolMeta>('./*/meta.ts', { eager: true, import: 'meta' });

/** All tools in the order of the navigation: one for each folder of `site/tools` with a `meta.ts`. */
export const TOOLS: readonly ToolMeta[] = Object.values(MODULES).sort((a, b) => a.order - b.order);

/** The tool with this name. Throws if there is none. */
export const toolWithName = (name: ToolName): ToolMeta => required(TOOLS.find((tool) => tool.name === name));

/** The tool whose page has this route id. Throws if there is none. */
export const toolWithId = (id: string): ToolMeta => required(TOOLS.find((tool) => tool.id === id));

function required(tool: ToolMeta | undefined): ToolMeta {
  if (!tool) throw new Error('There is no such tool in site/tools.');
  return tool;
}

/** `count` other tools: first those of the same group, then the ones that follow in the list. */
export function relatedTools(tool: ToolMeta, count: number): readonly ToolMeta[] {
  const index = TOOLS.indexOf(tool);
  const others = [...TOOLS.slice(index + 1), ...TOOLS.slice(0, index)];
  const sameGroup = others.filter(({ group }) => group === tool.group);
  return [...sameGroup, ...others.filter(({ group }) => group !== tool.group)].slice(0, count);
}

/** Ids of the tools that most often come after another one. */
const OFTEN_NEXT: readonly string[] = [
  'hd-picture-converter',
  'image-background-remover',
  'cleanup-pictures',
  'image-sharpener',
];

/** The other tools that open a picture, so that they can continue with the result of this one; the likeliest first. */
export function nextTools(tool: ToolMeta): readonly ToolMeta[] {
  const others = TOOLS.filter((other) => other.kind === 'image' && other !== tool);
  const likely = OFTEN_NEXT.flatMap((id) => others.filter((other) => other.id === id));
  return [...likely, ...others.filter((other) => !likely.includes(other))];
}
