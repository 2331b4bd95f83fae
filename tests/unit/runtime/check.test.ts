import { expect, test } from 'vitest';
import type { PageModule, Validity } from '../../../cli/contract.ts';
import { checkPage } from '../../../cli/runtime/check.ts';
import { payload, site } from './fixture.ts';

function Page() {
  return null;
}

const check = (result: Validity | undefined | Promise<Validity>) =>
  checkPage(
    {
      payload: { ...payload('/tool/7', 'en'), validate: 'check' },
      module: { Page, check: () => result } as PageModule,
    },
    site,
  );
const usual = { status: 404, message: 'Page Not Found: /tool/7' };

test('a route check that returns true passes, now or later', async () => {
  expect([await check(true), await check(Promise.resolve(true))]).toEqual([null, null]);
});

test("any result other than true is a fatal error, by default 404 and 'Page Not Found: {path}'", async () => {
  expect([await check(false), await check(undefined), await check({})]).toEqual([usual, usual, usual]);
});

test('status and message come from the result', async () => {
  expect(await check({ status: 410, message: 'Gone' })).toEqual({ status: 410, message: 'Gone' });
  expect(await check({ status: 410 })).toEqual({ ...usual, status: 410 });
});

test('a route without a check is fine; a check that is not there is not', async () => {
  const module = { Page };
  expect(await checkPage({ payload: payload('/a', 'en'), module }, site)).toBeNull();
  expect(await checkPage({ payload: { ...payload('/a', 'en'), validate: 'gone' }, module }, site)).toMatchObject({
    status: 404,
  });
});
