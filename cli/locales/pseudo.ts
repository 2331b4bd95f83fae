import type { Message, MessagePart } from '../contract.ts';

/** Accented letters that look like their originals, so that texts stay readable. */
const ACCENTED = new Map(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, at) => [
    letter,
    [...'áƀćđéƒğĥíĵķĺɱñóƥɋŕšţúṽŵẋýžÁƁĆĐÉƑĞĤÍĴĶĹṀÑÓƤɊŔŠŢÚṼŴẊÝŽ'][at] ?? letter,
  ]),
);

/** Growth of a text in translation, as a fraction of its length: that of German from English, on average. */
const GROWTH = 0.35;

/**
 * Returns a message as a translation into a pseudo-locale: accented, longer, and between brackets. What is not between
 * brackets is not a message, and a missing bracket is a text that is cut. Placeholders, plurals and tags stay.
 */
export function pseudoMessage(message: Message): Message {
  if (message === '') return message;
  const [first, ...rest] = partsOf(pseudoText(message));
  return ['⟦', ...(first === undefined ? [] : [first, ...rest]), '⟧'];
}

const partsOf = (message: Message): readonly MessagePart[] => (typeof message === 'string' ? [message] : message);

function pseudoText(message: Message): Message {
  if (typeof message === 'string') return lengthened(message);
  return message.map((part): MessagePart => {
    if (typeof part === 'string') return lengthened(part);
    switch (part[0]) {
      case 'tag':
        return ['tag', part[1], pseudoText(part[2])];
      case 'select':
        return ['select', part[1], pseudoCases(part[2])];
      case 'plural':
      case 'ordinal':
        return [part[0], part[1], part[2], pseudoCases(part[3])];
      default:
        return part;
    }
  });
}

const pseudoCases = (cases: Readonly<Record<string, Message>>): Readonly<Record<string, Message>> =>
  Object.fromEntries(Object.entries(cases).map(([name, message]) => [name, pseudoText(message)]));

/** Accents a text and repeats vowels until it has grown. */
function lengthened(text: string): string {
  let missing = 0;
  return Array.from(text, (letter) => {
    missing += GROWTH;
    const accented = ACCENTED.get(letter) ?? letter;
    if (missing < 1 || !/[aeiou]/i.test(letter)) return accented;
    const count = Math.floor(missing);
    missing -= count;
    return accented.repeat(1 + count);
  }).join('');
}
