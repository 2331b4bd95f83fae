/**
 * Returns the candidates of a `srcset`, each a URL with its width or density, as the HTML standard separates them: a comma
 * within a URL is a part of it.
 */
export function srcsetCandidates(srcset: string): readonly string[] {
  const candidates: string[] = [];
  let rest = srcset.replace(/^[\s,]+/, '');
  while (rest !== '') {
    const [written = ''] = /^\S+/.exec(rest) ?? [];
    const url = written.replace(/,+$/, '');
    // A comma after the URL ends the candidate, else the one after its width or density does.
    const [descriptor = ''] = url === written ? (/^(?:[^,(]|\([^)]*\)?)*/.exec(rest.slice(url.length)) ?? []) : [];
    candidates.push((url + descriptor).trim());
    rest = rest.slice(written.length + descriptor.length).replace(/^[\s,]+/, '');
  }
  return candidates.filter((candidate) => candidate !== '');
}

/** Returns the URL of a candidate. */
export const candidateUrl = (candidate: string): string => candidate.split(/\s/)[0] as string;
