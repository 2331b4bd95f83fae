import { expect, test } from 'vitest';
import type { PageModule, Validity } from '../../../../cli/contract.ts';
import { checkPage } from '../../../../cli/runtime/loader.ts';
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
const standard = { fatal: true, status: 404, message: 'Page Not Found: /tool/7' };

test('a check passes if it returns or resolves to true', async () => {
  await check(true);
  await check(Promise.resolve(true));
});

test("any result other than true is a fatal error, by default 404 and 'Page Not Found: {path}'", async () => {
  for (const result of [false, undefined, {}]) await expect(check(result)).rejects.toMatchObject(standard);
});

test('status and message are those of the result', async () => {
  await expect(check({ status: 410, message: 'Gone' })).rejects.toMatchObject({ status: 410, message: 'Gone' });
  await expect(check({ status: 410 })).rejects.toMatchObject({ ...standard, status: 410 });
});

test('a page without a check passes; a check that is not exported fails', async () => {
  const module = { Page };
  await checkPage({ payload: payload('/a', 'en'), module }, site);
  const missing = checkPage({ payload: { ...payload('/a', 'en'), validate: 'gone' }, module }, site);
  await expect(missing).rejects.toMatchObject({ status: 404 });
});
