import type { Message } from '../contract.ts';

/** Type of an argument. An argument that is used both as a number and as text is a number. */
export type ArgumentType = 'number' | 'date' | 'choice' | 'text';

type Plural = { readonly name: string; readonly ordinal: boolean; readonly categories: readonly string[] };

/** The arguments, tags, choices and plurals of a message. A translation has those of its source. */
export type Signature = {
  /** Argument -> type. */
  readonly types: ReadonlyMap<string, ArgumentType>;
  readonly tags: ReadonlySet<string>;
  /** Select argument -> its choices except `other`. */
  readonly choices: ReadonlyMap<string, ReadonlySet<string>>;
  /** All plurals, without exact cases such as `=0`. */
  readonly plurals: readonly Plural[];
};

type Draft = {
  readonly types: Map<string, ArgumentType>;
  readonly tags: Set<string>;
  readonly choices: Map<string, Set<string>>;
  readonly plurals: Plural[];
};

/** From the most general type to the most specific. */
const typesBySpecificity: readonly ArgumentType[] = ['text', 'choice', 'date', 'number'];

export function signatureOf(message: Message): Signature {
  const draft: Draft = { types: new Map(), tags: new Set(), choices: new Map(), plurals: [] };
  visit(message, draft);
  return draft;
}

function addArgument(draft: Draft, name: string, type: ArgumentType): void {
  const previous = draft.types.get(name);
  if (previous === undefined || typesBySpecificity.indexOf(type) > typesBySpecificity.indexOf(previous))
    draft.types.set(name, type);
}

function visit(message: Message, draft: Draft): void {
  if (typeof message === 'string') return;
  for (const part of message) {
    if (typeof part === 'string') continue;
    switch (part[0]) {
      case '#':
        break;
      case 'arg':
        addArgument(draft, part[1], 'text');
        break;
      case 'number':
        addArgument(draft, part[1], 'number');
        break;
      case 'date':
      case 'time':
        addArgument(draft, part[1], 'date');
        break;
      case 'tag':
        draft.tags.add(part[1]);
        visit(part[2], draft);
        break;
      case 'select': {
        addArgument(draft, part[1], 'choice');
        const choices = draft.choices.get(part[1]) ?? new Set<string>();
        for (const choice of Object.keys(part[2])) if (choice !== 'other') choices.add(choice);
        draft.choices.set(part[1], choices);
        for (const inner of Object.values(part[2])) visit(inner, draft);
        break;
      }
      case 'plural':
      case 'ordinal': {
        addArgument(draft, part[1], 'number');
        const categories = Object.keys(part[3]).filter((choice) => !choice.startsWith('='));
        draft.plurals.push({ name: part[1], ordinal: part[0] === 'ordinal', categories });
        for (const inner of Object.values(part[3])) visit(inner, draft);
        break;
      }
    }
  }
}
