import type { Catalogue } from './compile.ts';
import { type ArgumentType, signatureOf } from './signature.ts';

const typeScriptTypes: Readonly<Record<ArgumentType, string>> = {
  number: 'number',
  date: 'Date | number | string',
  choice: 'string',
  text: 'string | number',
};

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * Returns the text of a `.d.ts` that declares every message key of the default locale with the type of its values, so
 * that an unknown key or a wrong value fails the type check. Depends only on the catalogue.
 */
export function messageTypes(source: Catalogue): string {
  const lines = Object.entries(source.messages)
    .map(([key, message]) => {
      const values = [...signatureOf(message).types]
        .map(([name, type]) => `${identifier.test(name) ? name : JSON.stringify(name)}: ${typeScriptTypes[type]}`)
        .sort();
      return `    ${JSON.stringify(key)}: ${values.length === 0 ? 'undefined' : `{ ${values.join('; ')} }`};`;
    })
    .sort();
  return `// Written by sitegen from the messages of the default locale.
export {};
declare module '@safelight/sitegen/runtime' {
  interface MessageArguments {
${lines.join('\n')}
  }
}
`;
}
