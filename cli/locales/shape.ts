import type { Message } from '../contract.ts';

/** What a placeholder takes; a number that is also shown as text counts as a number. */
export type ArgumentType = 'number' | 'date' | 'choice' | 'text';

type PluralShape = { readonly name: string; readonly ordinal: boolean; readonly categories: readonly string[] };

/** What translations of a message have in common. */
export type Shape = {
  readonly types: ReadonlyMap<string, ArgumentType>;
  readonly tags: ReadonlySet<string>;
  /** Select argument -> its choices without `other`. */
  readonly choices: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every plural of the message, without its exact cases such as `=0`. */
  readonly plurals: readonly PluralShape[];
};

type Draft = {
  readonly types: Map<string, ArgumentType>;
  readonly tags: Set<string>;
  readonly choices: Map<string, Set<string>>;
  readonly plurals: PluralShape[];
};

const strength: readonly ArgumentType[] = ['text', 'choice', 'date', 'number'];

export function shapeOf(message: Message): Shape {
  const draft: Draft = { types: new Map(), tags: new Set(), choices: new Map(), plurals: [] };
  visit(message, draft);
  return draft;
}

function note(draft: Draft, name: string, type: ArgumentType): void {
  const known = draft.types.get(name);
  if (known === undefined || strength.indexOf(type) > strength.indexOf(known)) draft.types.set(name, type);
}

function visit(message: Message, draft: Draft): void {
  if (typeof message === 'string') return;
  for (const part of message) {
    if (typeof part === 'string') continue;
    switch (part[0]) {
      case '#':
        break;
      case 'arg':
        note(draft, part[1], 'text');
        break;
      case 'number':
        note(draft, part[1], 'number');
        break;
      case 'date':
      case 'time':
        note(draft, part[1], 'date');
        break;
      case 'tag':
        draft.tags.add(part[1]);
        visit(part[2], draft);
        break;
      case 'select': {
        note(draft, part[1], 'choice');
        const choices = draft.choices.get(part[1]) ?? new Set<string>();
        for (const choice of Object.keys(part[2])) if (choice !== 'other') choices.add(choice);
        draft.choices.set(part[1], choices);
        for (const inner of Object.values(part[2])) visit(inner, draft);
        break;
      }
      case 'plural':
      case 'ordinal': {
        note(draft, part[1], 'number');
        const categories = Object.keys(part[3]).filter((choice) => !choice.startsWith('='));
        draft.plurals.push({ name: part[1], ordinal: part[0] === 'ordinal', categories });
        for (const inner of Object.values(part[3])) visit(inner, draft);
        break;
      }
    }
  }
}
