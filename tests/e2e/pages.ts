/** Code of the language of a path. */
export const languageOf = (path: string): string => /^\/([a-z]{2})(?=\/|$)/.exec(path)?.[1] ?? 'en';

/** Address below the host of one of the built pages: that for what is not found is a file that hosts look for. */
export const addressOf = (path: string): string => (path.endsWith('/404') ? `${path}.html` : path);
