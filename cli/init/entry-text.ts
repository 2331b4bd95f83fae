import { stringify } from 'yaml';
import type { CollectionConfig } from '../config/types.ts';
import type { Json } from '../contract.ts';
import { placeholderText } from '../lib/placeholder.ts';

/** Initial values of required fields by type. */
const initialValues: Readonly<Record<string, Json>> = {
  string: '',
  number: 0,
  boolean: false,
  list: [],
  object: {},
  image: './image.jpg',
};

type EntryTextOptions = {
  /** ISO date. */
  readonly today: string;
  /** Values of the front matter that are given. */
  readonly values?: { readonly [key: string]: Json };
};

/** Returns the text of a new Markdown entry: a draft with all required fields. */
export function entryText(
  title: string,
  { fields, type, title: titleField }: Pick<CollectionConfig, 'fields' | 'type' | 'title'>,
  { today, values: givenValues = {} }: EntryTextOptions,
): string {
  const required = Object.entries(fields).filter(([key, field]) => field.required && key !== titleField);
  const front = {
    [titleField]: title,
    ...(type === 'blog' && { description: 'One or two sentences for lists and search engines.', date: today }),
    draft: true,
    ...Object.fromEntries(
      required.map(([key, { type, values }]) => [
        key,
        type === 'date' ? today : (values?.[0] ?? initialValues[type] ?? ''),
      ]),
    ),
    ...givenValues,
  };
  return `---\n${stringify(front, { lineWidth: 0 })}---\n${placeholderText}\n`;
}
