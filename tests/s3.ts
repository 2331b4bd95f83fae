import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The key that the server accepts, and its secret. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

/** An S3-compatible server with one bucket in a folder of its own. It checks signatures. */
export type S3 = {
  /** Returns the address of a bucket as a store: by default, the one that exists. */
  readonly address: (bucket?: string) => string;
  /** Sets by how long each answer is delayed, in milliseconds. */
  readonly delay: (ms: number) => void;
  /** Number of requests by method since the last call. */
  readonly requests: () => Readonly<Record<string, number>>;
  /** Paths of the files that hold the bytes of the objects. */
  readonly objectFiles: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** The parts of `@20minutes/s3rver` that are used here: it has no types. */
type S3rver = {
  readonly configureBuckets: () => Promise<unknown>;
  readonly callback: () => RequestListener;
  readonly logger: { readonly close: () => void };
};
type S3rverOptions = {
  readonly directory: string;
  readonly silent: boolean;
  readonly configureBuckets: readonly { readonly name: string }[];
};

const Server: new (options: S3rverOptions) => S3rver = createRequire(import.meta.url)('@20minutes/s3rver');

const existing = 'sitegen';

export async function startS3(): Promise<S3> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const service = new Server({ directory, silent: true, configureBuckets: [{ name: existing }] });
  await service.configureBuckets();
  const answer = service.callback();
  let delayMs = 0;
  let counts: Record<string, number> = {};
  const server = createServer((request, response) => {
    counts[request.method as string] = (counts[request.method as string] ?? 0) + 1;
    setTimeout(() => answer(request, response), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: (bucket = existing) => `s3://${bucket}?endpoint=${endpoint}`,
    delay: (ms) => {
      delayMs = ms;
    },
    requests: () => {
      const counted = counts;
      counts = {};
      return counted;
    },
    objectFiles: () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('._S3rver_object'))
        .map((path) => join(directory, path)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      service.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
