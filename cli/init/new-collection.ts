import type { SiteConfig } from '../config/types.ts';
import { fail, ok, type Result } from '../report/result.ts';
import {
  type Addition,
  type AddOptions,
  addProblem,
  capitalise,
  contentTags,
  messagesKey,
  wordsOf,
} from './addition.ts';
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
  const key = messagesKey(name);
  const title = `The first of ${id}`;
  const description = `What ${title.toLowerCase()} is about.`;
  const messages = { seo: { title: capitalise(wordsOf(name).join(' ')), description: `All ${id} of this site.` } };
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
      [`templates/${component}List.tsx`]: `import { Link, useMessages } from '@safelight/sitegen/runtime';
import type { EntryListProps } from '@safelight/sitegen/types';

export function Page({ entries }: EntryListProps<'${id}'>) {
  const t = useMessages();
  return (
    ${listStart}
      <h1>{t('${key}.seo.title')}</h1>
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
      [`content/${id}/first.md`]: entryText(
        title,
        { fields: {}, type: 'pages', title: 'title' },
        { ...options, values: { description } },
      ),
      [`locales/${config.locales.default}/${key}.json`]: `${JSON.stringify(messages, null, 2)}\n`,
    },
    entries: [
      {
        file: 'config/content.yaml',
        keys: ['collections', id],
        value: {
          from: `content/${id}/**/*.md`,
          path: `/${id}/{slug}`,
          template: component,
          list: { path: `/${id}`, template: `${component}List`, seo: `${key}.seo` },
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
