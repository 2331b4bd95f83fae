import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFile } from '../lib/write-file.ts';
import type { Finding } from './page-rules.ts';

const dayMs = 86_400_000;
/** Time for which a result is reused. Existing pages are rarely removed, so theirs is longer. */
const maxAgeMs = { found: 7 * dayMs, missing: dayMs };
const timeoutMs = 15_000;
/** Pause between two requests to a host. */
const pauseMs = 250;
/** Maximum number of hosts that receive requests at the same time. */
const maxHosts = 8;

/** HTTP status of a URL and the time of the request; status 0 with the reason if there was no response. */
type Outcome = { readonly status: number; readonly reason?: string; readonly checkedMs: number };

export type ExternalInput = {
  /** URL -> pages that link to it, with their files. */
  readonly links: ReadonlyMap<string, { readonly path: string; readonly file: string | null }>;
  /** File of earlier results. */
  readonly cache: string;
  readonly now: number;
  readonly signal?: AbortSignal;
};

/** Requests each URL that pages link to, one at a time for a host, and returns a finding for each that has no page or does not respond. */
export async function checkExternal({ links, cache, now, signal }: ExternalInput): Promise<readonly Finding[]> {
  const outcomes = load(cache);
  const byHost = new Map<string, string[]>();
  for (const url of links.keys()) {
    const last = outcomes.get(url);
    const isFresh =
      last && now - last.checkedMs < (last.status > 0 && last.status < 400 ? maxAgeMs.found : maxAgeMs.missing);
    if (isFresh || !URL.canParse(url)) continue;
    const { host } = new URL(url);
    byHost.set(host, [...(byHost.get(host) ?? []), url]);
  }
  const hosts = [...byHost.values()];
  const checkHosts = async () => {
    for (let urls = hosts.shift(); urls; urls = hosts.shift()) {
      for (const [index, url] of urls.entries()) {
        if (index > 0) await new Promise((done) => setTimeout(done, pauseMs));
        if (signal?.aborted) return;
        outcomes.set(url, { ...(await request(url, signal)), checkedMs: now });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxHosts, hosts.length) }, checkHosts));
  save(cache, outcomes);
  return [...links].flatMap(([url, { path, file }]) => {
    const problem = problemOf(url, outcomes.get(url));
    return problem ? [{ ...problem, subject: path, file, message: `${path}: ${problem.message}` }] : [];
  });
}

async function request(url: string, signal: AbortSignal | undefined): Promise<Omit<Outcome, 'checkedMs'>> {
  const send = async (method: 'HEAD' | 'GET') => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const headers = { 'User-Agent': 'sitegen check (links of a website before it is published)' };
    const answer = await fetch(url, { method, headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    await answer.body?.cancel();
    return answer.status;
  };
  try {
    const status = await send('HEAD');
    // Many servers do not implement HEAD.
    return { status: status >= 400 ? await send('GET') : status };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { status: 0, reason: cause?.code ?? message };
  }
}

function problemOf(
  url: string,
  outcome: Outcome | undefined,
): Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> | null {
  if (!outcome || (outcome.status > 0 && outcome.status < 400)) return null;
  const { status, reason } = outcome;
  if (status === 404 || status === 410) {
    const hint = 'Correct or remove the link, or link to a copy in a web archive.';
    return { code: 'LINK_EXTERNAL_BROKEN', severity: 'error', message: `${url} does not exist (${status}).`, hint };
  }
  const message = status > 0 ? `${url} answers ${status}.` : `${url} does not answer: ${reason}.`;
  return { code: 'LINK_EXTERNAL_UNSURE', message, hint: 'Open it in a browser: some servers refuse programs.' };
}

function load(file: string): Map<string, Outcome> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Outcome][]);
  } catch {
    return new Map();
  }
}

function save(file: string, outcomes: ReadonlyMap<string, Outcome>): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFile(`${file}.${process.pid}`, JSON.stringify([...outcomes]));
  renameSync(`${file}.${process.pid}`, file);
}
