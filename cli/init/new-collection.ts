import type { SiteConfig } from '../config/types.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { type Addition, type AddOptions, addProblem, capitalise, contentTags, wordsOf } from './addition.ts';
import { entryText } from './entry-text.ts';

/** Returns the settings, the templates and the first entry of a new collection. */
export function newCollection(name: string, config: SiteConfig, options: AddOptions): Result<Addition> {
  const id = wordsOf(name).join('-');
  if (!/^[a-z]/.test(id)) {
    const hint = 'Use English letters and digits, and start with a letter, as in `recipes`.';
    return fail([addProblem('NEW_NAME', `"${name}" cannot be the name of a collection.`, hint)]);
  }
  if (config.content.collections[id]) {
    return fail([
      addProblem('NEW_COLLECTION_EXISTS', `A collection \`${id}\` already exists.`, 'Choose another name.'),
    ]);
  }
  const component = wordsOf(name).map(capitalise).join('');
  const title = `The first of ${id}`;
  const [start, end] = contentTags(options.frame, ['<article>', '</article>']);
  const [listStart, listEnd] = contentTags(options.frame, ['<>', '</>']);
  return ok({
    files: {
      [`templates/${component}.tsx`]: `import { Markup } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';

export function Page({ entry, body }: EntryProps<'${id}'>) {
  const { level, picture } = entry.fields;
  return (
    ${start}
      <h1>{entry.title}</h1>
      <p>{level}</p>
      {picture && <img src={picture.src} width={picture.width} height={picture.height} alt="" />}
      <Markup of={body} />
    ${end}
  );
}
`,
      [`templates/${component}List.tsx`]: `import { Link } from '@safelight/sitegen/runtime';
import type { EntryListProps } from '@safelight/sitegen/types';

export function Page({ entries }: EntryListProps<'${id}'>) {
  return (
    ${listStart}
      <h1>${capitalise(id)}</h1>
      <ul>
        {entries.map(({ path, title }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
      </ul>
    ${listEnd}
  );
}
`,
      [`content/${id}/first.md`]: entryText(title, { fields: {}, type: 'pages', title: 'title' }, options),
    },
    entries: [
      {
        file: 'config/content.yaml',
        keys: ['collections', id],
        value: {
          from: `content/${id}/**/*.md`,
          path: `/${id}/{slug}`,
          template: component,
          list: { path: `/${id}`, template: `${component}List` },
          fields: {
            level: { type: 'enum', values: ['easy', 'hard'], default: 'easy' },
            picture: { type: 'image' },
          },
        },
        list: false,
      },
    ],
  });
}
