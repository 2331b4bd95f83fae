/** A line of `_redirects` or a block of `_headers`, as Netlify and Cloudflare Pages read them. Paths are with base. */
export type HostRules = {
  /** Where a path is redirected to, or null. Takes decoded paths. */
  readonly redirect: (path: string) => { readonly to: string; readonly status: number } | null;
  readonly headers: (path: string) => Readonly<Record<string, string>>;
};

type Fits = (path: string) => boolean;

/** Reads the two files; redirects with a status that is none, such as 404, are left to the server's own way. */
export function hostRules(redirects: string, headers: string): HostRules {
  const moves = linesOf(redirects).flatMap((line) => {
    const [from = '', to = '', code = '301'] = line.split(/\s+/);
    const status = Number.parseInt(code, 10);
    return status >= 300 && status < 400 ? [{ fits: fitsPattern(from), to, status }] : [];
  });
  const blocks = headerBlocks(headers);
  return {
    redirect: (path) => moves.find(({ fits }) => fits(path)) ?? null,
    headers: (path) => {
      const found = new Map<string, readonly [name: string, value: string]>();
      for (const { fits, lines } of blocks) {
        if (!fits(path)) continue;
        for (const [name, value] of lines) {
          if (value === null) found.delete(name.toLowerCase());
          else found.set(name.toLowerCase(), [name, value]);
        }
      }
      return Object.fromEntries(found.values());
    },
  };
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));

type Block = { readonly fits: Fits; readonly lines: (readonly [name: string, value: string | null])[] };

/** A pattern at the start of a line, then its headers indented; `! Name` takes a header off again. */
function headerBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const line of linesOf(text)) {
    if (!/^\s/.test(line)) {
      blocks.push({ fits: fitsPattern(line.trim()), lines: [] });
      continue;
    }
    const [, off, name = '', value = ''] = /^\s+(?:(!)\s*)?([^:\s]+)\s*:?\s*(.*?)\s*$/.exec(line) ?? [];
    blocks.at(-1)?.lines.push([name, off ? null : value]);
  }
  return blocks;
}

/** `*` at the end stands for anything, `:name` for a segment. `/a/*` fits `/a` too, as at Netlify. */
function fitsPattern(pattern: string): Fits {
  const decoded = decodePath(pattern);
  const open = decoded.endsWith('/*');
  const inner = open ? decoded.slice(0, -2) : decoded;
  const source = inner
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('/');
  const regex = new RegExp(`^${source}${open ? '(?:/.*)?' : ''}$`);
  return (path) => regex.test(path);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
