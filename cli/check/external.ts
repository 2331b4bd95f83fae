import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFile } from '../lib/write-file.ts';
import type { Finding } from './page-rules.ts';

const dayMs = 86_400_000;
/** How long an answer is trusted: a page that exists rarely goes. */
const maxAgeMs = { found: 7 * dayMs, missing: dayMs };
const timeoutMs = 15_000;
/** Pause between two requests to a host. */
const pauseMs = 250;
/** Hosts that receive requests at a time. */
const maxHosts = 8;

/** HTTP status of a URL; 0 if there was no answer, with the reason. */
type Outcome = { readonly status: number; readonly reason?: string; readonly at: number };

export type ExternalInput = {
  /** URL -> pages that link to it, with their files. */
  readonly links: ReadonlyMap<string, { readonly path: string; readonly file: string | null }>;
  /** File of earlier answers. */
  readonly cache: string;
  readonly now: number;
  readonly signal?: AbortSignal;
};

/** Requests each URL that pages link to, one at a time for a host, and reports those without an answer or page. */
export async function checkExternal({ links, cache, now, signal }: ExternalInput): Promise<readonly Finding[]> {
  const outcomes = load(cache);
  const byHost = new Map<string, string[]>();
  for (const url of links.keys()) {
    const known = outcomes.get(url);
    const isFresh =
      known && now - known.at < (known.status > 0 && known.status < 400 ? maxAgeMs.found : maxAgeMs.missing);
    if (isFresh || !URL.canParse(url)) continue;
    const { host } = new URL(url);
    byHost.set(host, [...(byHost.get(host) ?? []), url]);
  }
  const hosts = [...byHost.values()];
  const lane = async () => {
    for (let urls = hosts.shift(); urls; urls = hosts.shift()) {
      for (const [index, url] of urls.entries()) {
        if (index > 0) await new Promise((done) => setTimeout(done, pauseMs));
        if (signal?.aborted) return;
        outcomes.set(url, { ...(await request(url, signal)), at: now });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxHosts, hosts.length) }, lane));
  save(cache, outcomes);
  return [...links].flatMap(([url, { path, file }]) => {
    const problem = problemOf(url, outcomes.get(url));
    return problem ? [{ ...problem, subject: path, file, message: `${path}: ${problem.message}` }] : [];
  });
}

async function request(url: string, signal: AbortSignal | undefined): Promise<Omit<Outcome, 'at'>> {
  const send = async (method: 'HEAD' | 'GET') => {
    const limit = AbortSignal.timeout(timeoutMs);
    const headers = { 'User-Agent': 'sitegen check (links of a website before it is published)' };
    const answer = await fetch(url, { method, headers, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    await answer.body?.cancel();
    return answer.status;
  };
  try {
    const status = await send('HEAD');
    // Many servers answer HEAD wrongly.
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
