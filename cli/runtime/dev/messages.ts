/** Script of the development server: shows which messages of each language are to be translated. */
import { addHeader, button, editedSite, editorUrl, element, openFile } from './shared.ts';

const states = ['new', 'changed', 'translated', 'reviewed'] as const;

type MessageReport = {
  readonly locale: string;
  readonly messages: readonly {
    readonly key: string;
    readonly file: string;
    readonly state: (typeof states)[number];
    readonly source: string;
    readonly target: string;
  }[];
};

const styles = `
main { padding: 1rem; }
table { border-collapse: collapse; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid GrayText; text-align: start; vertical-align: top;
  overflow-wrap: anywhere; }
td.number { text-align: end; font-variant-numeric: tabular-nums; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
code { font: .9em ui-monospace, monospace; }
button { font: inherit; }
.list table { width: 100%; table-layout: fixed; }`;

const site = editedSite();
const targets = site.locales.filter(({ code }) => code !== site.defaultLocale);

function row(cells: readonly (string | Node)[], header = false): HTMLTableRowElement {
  const created = element('tr');
  for (const cell of cells) {
    const td = element(header ? 'th' : 'td', '', typeof cell === 'string' && /^\d+$/.test(cell) ? 'number' : '');
    td.append(cell);
    created.append(td);
  }
  return created;
}

function table(columns: readonly string[], rows: readonly HTMLTableRowElement[]): HTMLTableElement {
  const [created, head, body] = [element('table'), element('thead'), element('tbody')];
  head.append(row(columns, true));
  body.append(...rows);
  created.append(head, body);
  return created;
}

/** Lists the messages of a language that are new or older than their source text. */
function openMessages({ locale, messages }: MessageReport): readonly HTMLElement[] {
  const open = messages.filter(({ state }) => state === 'new' || state === 'changed');
  const { name = locale, language = locale } = targets.find(({ code }) => code === locale) ?? {};
  if (open.length === 0) return [element('p', `All messages are translated into ${name}.`)];
  const rows = open.map(({ key, file, state, source, target }) => {
    const translation = element('span', target);
    translation.lang = language;
    translation.dir = 'auto';
    const opener = button('Open', () => void openFile({ file }));
    opener.title = file;
    return row([element('code', key), state, source, translation, opener]);
  });
  return [element('h2', name), table(['Message', 'State', 'Source', 'Translation', 'File'], rows)];
}

addHeader('Translation of messages', styles, []);
const [main, list] = [element('main'), element('div', '', 'list')];
const loading = element('p', 'Reading the history of the messages …');
loading.role = 'status';
const summary = table(['Language', ...states, ''], []);
main.append(summary, loading, list);
document.body.append(main);
if (targets.length === 0) loading.textContent = 'The site has one language.';

const requestedCode = new URLSearchParams(location.search).get('locale');
for (const { code, name } of targets) {
  const response = await fetch(editorUrl('messages/report', { locale: code })).catch(() => null);
  if (!response?.ok) {
    loading.textContent = `The messages of ${name} could not be read.`;
    continue;
  }
  const report = (await response.json()) as MessageReport;
  const numbers = states.map((state) => `${report.messages.filter((message) => message.state === state).length}`);
  const show = () => {
    history.replaceState(null, '', editorUrl('messages', { locale: code }));
    list.replaceChildren(...openMessages(report));
  };
  const opener = button('Show', show);
  opener.setAttribute('aria-label', `Show the messages to translate into ${name}`);
  summary.tBodies[0]?.append(row([name, ...numbers, opener]));
  if (code === requestedCode || (requestedCode === null && list.childElementCount === 0))
    list.replaceChildren(...openMessages(report));
  if (code === targets.at(-1)?.code) loading.remove();
}
