import { pagePath } from '../config/schema/shared.ts';
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

/** Returns the component, the messages and the route of a new page. */
export function newPage(name: string, config: SiteConfig, options: AddOptions): Result<Addition> {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (!/^[a-z]/.test(first)) {
    const hint = 'Use English letters and digits, and start with a letter, as in "About us".';
    return fail([addProblem('NEW_NAME', `"${name}" cannot be the name of a page.`, hint)]);
  }
  const id = words.join('-');
  if (config.routes.some((route) => route.id === id)) {
    return fail([addProblem('NEW_ROUTE_EXISTS', `A route \`${id}\` already exists.`, 'Choose another name.')]);
  }
  const component = words.map(capitalise).join('');
  const key = messagesKey(name);
  const title = capitalise(words.join(' '));
  const path = options.path ?? `/${id}`;
  const { error } = pagePath.safeParse(path);
  if (error) {
    const hint = 'Write a path such as `--path /about-us`.';
    return fail([addProblem('NEW_PATH', `\`${path}\` ${error.issues[0]?.message}`, hint)]);
  }
  const messages = { seo: { title, description: `What the page ${path} is about.` }, title };
  const [start, end] = contentTags(options.frame, ['<>', '</>']);
  return ok({
    files: {
      [`site/pages/${component}.tsx`]: `import { useMessages } from '@safelight/sitegen/runtime';

export function Page() {
  const t = useMessages();
  return (
    ${start}
      <h1>{t('${key}.title')}</h1>
    ${end}
  );
}
`,
      [`locales/${config.locales.default}/${key}.json`]: `${JSON.stringify(messages, null, 2)}\n`,
    },
    entries: [
      {
        file: 'config/routes.yaml',
        keys: ['routes'],
        value: { id, path, page: component, seo: `${key}.seo` },
        list: true,
      },
    ],
  });
}
