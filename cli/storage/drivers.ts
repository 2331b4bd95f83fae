import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import type { Driver } from 'unstorage';
import type { Diagnostic } from '../contract.ts';
import { forPackageManager } from '../lib/packages.ts';
import { fail, ok, type Result } from '../report/result.ts';

/** Values in Redis are deleted after this time, in seconds; folders and buckets have rules of their own. */
const redisTtlSeconds = 30 * 24 * 60 * 60;

/** Returns the driver of unstorage for an address. Drivers and what they need are loaded when an address names them. */
export async function openDriver(address: string): Promise<Result<Driver>> {
  const scheme = /^([a-z0-9]+):\/\//.exec(address)?.[1] ?? 'path';
  try {
    switch (scheme) {
      case 'path':
      case 'file': {
        const { default: fsDriver } = await import('unstorage/drivers/fs');
        return ok(fsDriver({ base: scheme === 'file' ? fileURLToPath(address) : resolve(address), ignore: [] }));
      }
      case 'redis':
      case 'rediss':
        if (!isRedisUrl(address)) return fail([addressProblem(address, 'it is no URL of a Redis server')]);
        return ok(await redisDriver(address));
      case 's3':
        return await s3Driver(address);
      default:
        return fail([addressProblem(address, `\`${scheme}\` is no kind of store`)]);
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ERR_INVALID_URL') return fail([addressProblem(address, 'it is no URL')]);
    if (code.startsWith('ERR_INVALID_FILE_URL'))
      return fail([addressProblem(address, 'it is no URL of a folder on this machine, such as `file:///mnt/shared`')]);
    return fail([missingPackages(['unstorage', ...(packagesOf[scheme] ?? [])])]);
  }
}

/** Returns whether an address is a URL of a Redis server, whose path can only be the number of a database. */
export const isRedisUrl = (address: string): boolean =>
  /^rediss?:\/\//.test(address) && URL.canParse(address) && /^(?:\/\d*)?$/.test(new URL(address).pathname);

const packagesOf: Readonly<Record<string, readonly string[]>> = {
  redis: ['ioredis'],
  rediss: ['ioredis'],
  s3: ['aws4fetch'],
};

async function redisDriver(address: string): Promise<Driver> {
  const { default: driverOf } = await import('unstorage/drivers/redis');
  const url = new URL(address);
  const driver = driverOf({ url: url.href, base: 'sitegen', ttl: redisTtlSeconds, maxRetriesPerRequest: 1 });
  const client = driver.getInstance?.() as Redis;
  // Without a listener, the client prints each failed attempt to connect. Operations report what fails.
  client.on('error', () => {});
  return checkedDatabase(driver, client);
}

/**
 * Returns the driver of a database of Redis, which rejects all operations if the server does not have this database: the
 * client itself goes on with database 0.
 */
function checkedDatabase(driver: Driver, client: Redis): Driver {
  const database = client.options.db ?? 0;
  let isSelected = database === 0;
  const inDatabase = async <T>(operation: () => T): Promise<Awaited<T>> => {
    if (!isSelected) await client.select(database);
    isSelected = true;
    return await operation();
  };
  return {
    ...driver,
    getItem: (key, options) => inDatabase(() => driver.getItem(key, options)),
    setItem: (key, value, options) => inDatabase(() => driver.setItem?.(key, value, options)),
    removeItem: (key, options) => inDatabase(() => driver.removeItem?.(key, options)),
  };
}

/** `s3://bucket?endpoint=https://…&region=…`, with the keys in the environment. */
async function s3Driver(address: string): Promise<Result<Driver>> {
  const { host: bucket, pathname, searchParams } = new URL(address);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION } = process.env;
  const region = searchParams.get('region') ?? AWS_REGION ?? 'auto';
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!accessKeyId || !secretAccessKey)
    return fail([addressProblem(address, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set')]);
  if (pathname.length > 1) return fail([addressProblem(address, 'a bucket has no path')]);
  await import('aws4fetch');
  const { default: driverOf } = await import('unstorage/drivers/s3');
  return ok(checkedBucket(driverOf({ accessKeyId, secretAccessKey, endpoint, region, bucket }), bucket));
}

/**
 * Returns the driver of a bucket, which rejects what is written to a bucket that does not exist: the driver itself takes
 * the answer 404 for a key without a value, and ignores it. Of errors, it keeps the code instead of the whole document.
 */
function checkedBucket(driver: Driver, bucket: string): Driver {
  let isFound = false;
  const setItemRaw: Driver['setItemRaw'] = async (key, value, options) => {
    await driver.setItemRaw?.(key, value, options);
    isFound ||= await driver.hasItem(key, options);
    if (!isFound) throw new Error(`The bucket ${bucket} does not exist`);
  };
  return {
    ...driver,
    getItemRaw: (key, options) => briefly(async () => driver.getItemRaw?.(key, options)),
    setItemRaw: (key, value, options) => briefly(async () => setItemRaw(key, value, options)),
    removeItem: (key, options) => briefly(async () => driver.removeItem?.(key, options)),
  };
}

async function briefly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(message.replace(/ <\?xml.*?<Code>(\w+)<.*$/s, ', $1'), { cause: error });
  }
}

const addressProblem = (address: string, reason: string): Diagnostic => ({
  code: 'STORE_ADDRESS',
  severity: 'error',
  message: `The store ${withoutPassword(address)} cannot be used: ${reason}.`,
  hint: 'Use a folder, `redis://host:6379`, or `s3://bucket?endpoint=https://…&region=…` with the keys in the environment.',
});

/** Returns an address without the password in it, for messages. It may be no URL because of a slash in its password. */
export const withoutPassword = (address: string): string => address.replace(/(:\/\/[^:@/]*):.*@/, '$1:…@');

/** Returns the problem of optional packages that are not installed. */
export const missingPackages = (names: readonly string[]): Diagnostic => ({
  code: 'FLEET_WITHOUT_PACKAGES',
  severity: 'error',
  message: `This needs packages that are not installed: ${names.join(', ')}.`,
  hint: forPackageManager(`Run \`npm install --save-dev ${names.join(' ')}\`.`),
});
