import { createServer } from 'node:http';
import type { Page } from 'playwright';
import sirv from 'sirv';

/** Serves a built site on a free port, with additional headers. */
export async function serveFolder(folder: string, headers: Readonly<Record<string, string>> = {}) {
  const files = sirv(folder, {
    dev: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    },
  });
  const server = createServer((request, response) =>
    files(request, response, () => void response.writeHead(404).end()),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, close };
}

/** Sets an option of a tool's page by its label: a checkbox, a list, or a field. */
export async function setOption(page: Page, label: string, value: string | number | boolean): Promise<void> {
  const field = page.getByLabel(label, { exact: true }).first();
  if (typeof value === 'boolean') return field.setChecked(value);
  const isList = await field.evaluate((element) => element instanceof HTMLSelectElement);
  if (isList) await field.selectOption(String(value));
  else await field.fill(String(value));
}
