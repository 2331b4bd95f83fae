/** Script of the development server: shows a page in two languages beside each other. */
import { addHeader, editedSite, editorUrl, element, fetchReport, navigationEvent, type PageReport } from './shared.ts';

const styles = `
html, body { height: 100%; }
body { display: flex; flex-direction: column; }
main { flex: 1; display: grid; grid-template-columns: 1fr 1fr; min-height: 0; }
section { display: flex; flex-direction: column; min-width: 0; }
section + section { border-inline-start: 1px solid GrayText; }
iframe { flex: 1; width: 100%; border: 0; background: Canvas; }
p { margin: 0; padding: 1rem; }
select { font: inherit; }`;

/** One of the two halves: a frame with the page in a language. */
type Side = {
  readonly frame: HTMLIFrameElement;
  readonly select: HTMLSelectElement;
  readonly note: HTMLParagraphElement;
  readonly view: HTMLElement;
};

const site = editedSite();
const parameters = new URLSearchParams(location.search);
const startPath = parameters.get('path') ?? `${site.base}/`;

function createSide(label: string): Side {
  const select = element('select');
  select.setAttribute('aria-label', `Language on the ${label}`);
  for (const { code, name } of site.locales) select.append(new Option(name, code));
  const [frame, note, view] = [element('iframe'), element('p'), element('section')];
  frame.title = `Page on the ${label}`;
  note.hidden = true;
  view.append(note, frame);
  return { frame, select, note, view };
}

const sides = [createSide('left'), createSide('right')] as const;
const otherSide = (side: Side): Side => (side === sides[0] ? sides[1] : sides[0]);

/** The pages that `show` has put into the frames. Only another page there is one to which the visitor has moved. */
const shownPaths = new Map<Side, string>();

/** Shows the page of a report in the language of a side, or says that it is not translated. */
function show(side: Side, { languages }: PageReport): void {
  const language = languages.find(({ code }) => code === side.select.value);
  const path = language?.path ?? null;
  side.note.hidden = path !== null;
  side.frame.hidden = path === null;
  side.note.textContent = `This page does not exist in ${language?.name ?? 'this language'}.`;
  if (path !== null && pathOf(side) !== path) side.frame.src = path;
  if (path !== null) shownPaths.set(side, path);
  remember();
}

const pathOf = ({ frame }: Side): string | null => frame.contentWindow?.location.pathname ?? null;

/** Writes page and languages into the address, so that a reload shows them again. */
function remember(): void {
  const path = pathOf(sides[0]);
  const shown = path === null || path === 'blank' ? startPath : path;
  const [left, right] = sides.map(({ select }) => select.value);
  history.replaceState(null, '', editorUrl('languages', { path: shown, left: left ?? '', right: right ?? '' }));
}

/** Number of the last change of a side. Reports for earlier ones are ignored. */
let lastChange = 0;

async function latestReport(path: string | null): Promise<PageReport | null> {
  const change = ++lastChange;
  const report = path === null || path === 'blank' ? null : await fetchReport(path);
  return change === lastChange ? report : null;
}

/** Makes the other side follow when a visitor moves to another page in a frame. */
async function follow(side: Side): Promise<void> {
  const path = pathOf(side);
  if (path === shownPaths.get(side)) return remember();
  shownPaths.delete(side);
  const report = await latestReport(path);
  if (!report) return;
  if (report.locale !== side.select.value) side.select.value = report.locale;
  show(otherSide(side), report);
}

/** Offsets of the headings of a page, between its start and its end: the points that correspond in two languages. */
function pointsOf(window: Window): readonly number[] {
  const end = window.document.documentElement.scrollHeight - window.innerHeight;
  const tops = [...window.document.querySelectorAll('main :is(h1, h2, h3, h4)')].map(
    (heading) => heading.getBoundingClientRect().top + window.scrollY,
  );
  const inside = tops.filter((top) => top > 0 && top < end);
  return [0, ...inside, Math.max(end, 1)];
}

/**
 * Returns the offset that corresponds to an offset of the other language. Between two headings it is proportional; where
 * the languages have different headings, it is proportional on the whole page.
 */
function correspondingOffset(offset: number, from: readonly number[], to: readonly number[]): number {
  const [ownPoints, others] =
    from.length === to.length ? [from, to] : [from, to].map((points) => [0, points.at(-1) ?? 1] as const);
  if (!ownPoints || !others) return 0;
  const index = Math.max(
    1,
    ownPoints.findIndex((point) => point >= offset),
  );
  const [start = 0, end = 1] = [ownPoints[index - 1], ownPoints[index]];
  const [otherStart = 0, otherEnd = 1] = [others[index - 1], others[index]];
  const fraction = end === start ? 0 : Math.min(1, (offset - start) / (end - start));
  return otherStart + fraction * (otherEnd - otherStart);
}

/** The side that follows a scroll: its own scroll event must not move the other one. */
let followingSide: Side | null = null;

function scrollOther(side: Side): void {
  if (followingSide === side) {
    followingSide = null;
    return;
  }
  const [ownWindow, otherWindow] = [side.frame.contentWindow, otherSide(side).frame.contentWindow];
  if (!ownWindow || !otherWindow || otherSide(side).frame.hidden) return;
  const top = correspondingOffset(ownWindow.scrollY, pointsOf(ownWindow), pointsOf(otherWindow));
  if (Math.round(top) === Math.round(otherWindow.scrollY)) return;
  followingSide = otherSide(side);
  otherWindow.scrollTo({ top, behavior: 'instant' });
}

for (const side of sides) {
  side.frame.addEventListener('load', () => {
    const { contentWindow } = side.frame;
    contentWindow?.addEventListener('scroll', () => scrollOther(side), { passive: true });
    contentWindow?.document.addEventListener(navigationEvent, () => void follow(side));
    void follow(side);
  });
  side.select.addEventListener('change', async () => {
    const report = await latestReport(pathOf(otherSide(side)));
    if (report) show(side, report);
  });
}

addHeader(
  'Side by side',
  styles,
  sides.map(({ select }) => select),
);
const main = element('main');
main.append(...sides.map(({ view }) => view));
document.body.append(main);
const report = await fetchReport(startPath);
if (report) {
  const second = report.languages.find(({ code, path }) => code !== report.locale && path !== null);
  sides[0].select.value = parameters.get('left') ?? report.locale;
  sides[1].select.value = parameters.get('right') ?? second?.code ?? site.defaultLocale;
  for (const side of sides) show(side, report);
} else main.replaceChildren(element('p', `There is no page at ${startPath}.`));
