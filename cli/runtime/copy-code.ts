/** Milliseconds for which a button says that its code was copied. */
const COPIED_MS = 2000;

/** Adds a button to each code block below an element; it copies the code without removed lines. */
export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('.code[data-copy]')) {
    if (block.querySelector(':scope > button')) continue;
    const { copy = '', copied = '' } = block.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-code';
    button.textContent = copy;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(codeOf(block));
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, COPIED_MS);
    });
    block.append(button);
  }
}

function codeOf(block: Element): string {
  const code = block.querySelector('pre')?.cloneNode(true) as Element | undefined;
  for (const removed of code?.querySelectorAll('del.line') ?? []) removed.remove();
  return code?.textContent?.replace(/\n$/, '') ?? '';
}
