import { navigateTo, resolveLocalePath, useLocale, useSite } from '@safelight/sitegen/runtime';
import { useId, useRef, useState } from 'react';
import type { Outcome } from '../../engine/errors.ts';
import { ACCEPT } from '../../ui/accepted.ts';
import { Button } from '../../ui/Button.tsx';
import { pendingFile } from '../../ui/pending-file.ts';
import { useToast } from '../../ui/Toast.tsx';
import { copyPicture, pngOfResult } from '../clipboard.ts';
import type { DraftControl } from '../drafts/use-draft.ts';
import { pastedPicture } from '../incoming.ts';
import { isSvg, resultName } from '../names.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import { wordsOf } from '../words.ts';
import { MarkButton } from './ActionBar.tsx';
import { AddressForm } from './AddressForm.tsx';
import { useTaking } from './AddressSheet.tsx';
import cards from './cards.module.css';
import { Sheet } from './KeyboardSheet.tsx';
import css from './parts.module.css';

/** Another tool: namespace of its messages, path of its page without a locale prefix. */
export type NextTool = { readonly name: string; readonly path: string };

type MoreMenuProps = {
  readonly workspace: Workspace;
  /** Tools that can continue with the result. */
  readonly nextTools: readonly NextTool[];
  readonly drafts: DraftControl;
  readonly onKeyboard: () => void;
  readonly onModels: () => void;
  readonly onClose: () => void;
};

/** Less frequent actions in a sheet: add or replace pictures, copy, continue in another tool, lists. */
export const MoreMenu = (props: MoreMenuProps) => {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <MarkButton mark="more" label={say('workspace.action.more')} onClick={() => setOpen(true)} />
      {open && (
        <Sheet title={say('workspace.action.more')} onClose={() => setOpen(false)}>
          <MoreActions {...props} done={() => setOpen(false)} />
        </Sheet>
      )}
    </>
  );
};

const MoreActions = ({
  workspace,
  nextTools,
  drafts,
  onKeyboard,
  onModels,
  onClose,
  done,
}: MoreMenuProps & { done: () => void }) => {
  const { say, units } = useWords();
  const toast = useToast();
  const picker = useRef<HTMLInputElement>(null);
  const { item, add } = workspace;
  const result = item?.result ?? null;
  const failed = (outcome: Extract<Outcome<unknown>, { ok: false }>) => {
    const { title, text } = wordsOf(outcome.error, say, units);
    toast({ kind: 'error', text: `${title}. ${text}`, durationMs: 6000 });
  };
  const take = useTaking({ onFiles: add, onClose: done });
  const copy = async () => {
    if (!result) return;
    const copied = await copyPicture(result.blob, () => pngOfResult(result));
    if (copied) toast({ kind: 'success', text: say('workspace.status.copied') });
    else failed({ ok: false, error: { code: 'output.copy' } });
  };
  const then = (action: () => void) => () => {
    done();
    action();
  };
  return (
    <div className={css.fields}>
      <div className={cards.menu}>
        {result && <Button onClick={() => void copy()}>{say('workspace.action.copy')}</Button>}
        <Button onClick={() => picker.current?.click()}>{say('workspace.input.addMore')}</Button>
        <Button onClick={async () => take(await pastedPicture(navigator.clipboard, 'Ctrl V'))}>
          {say('workspace.input.paste')}
        </Button>
        <Button onClick={then(onClose)}>{say('workspace.input.replace')}</Button>
        <Button onClick={then(onModels)}>{say('workspace.model.manage')}</Button>
        <Button onClick={then(onKeyboard)}>{say('workspace.keyboard.open')}</Button>
      </div>
      <input
        ref={picker}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={say('workspace.input.addMore')}
        accept={ACCEPT.image}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          done();
        }}
      />
      <AddressForm onOutcome={take} />
      <KeepSwitch drafts={drafts} />
      {result && <ContinueIn {...{ workspace, nextTools, done }} />}
    </div>
  );
};

const KeepSwitch = ({ drafts }: Pick<MoreMenuProps, 'drafts'>) => {
  const { say } = useWords();
  const id = useId();
  return (
    <div>
      <div className={css.switch}>
        <input
          id={id}
          type="checkbox"
          checked={drafts.keeps}
          aria-describedby={`${id}-hint`}
          onChange={(event) => drafts.setKeeps(event.target.checked)}
        />
        <label htmlFor={id}>{say('workspace.draft.keep')}</label>
      </div>
      <p id={`${id}-hint`} className={css.faint}>
        {say('workspace.draft.keepHint')}
      </p>
    </div>
  );
};

type ContinueProps = Pick<MoreMenuProps, 'workspace' | 'nextTools'> & { readonly done: () => void };

/** Opens the result in another tool; it is passed in this page's memory only. */
const ContinueIn = ({ workspace, nextTools, done }: ContinueProps) => {
  const { say } = useWords();
  const site = useSite();
  const { code } = useLocale();
  const { item, tool, dispatch } = workspace;
  const go = async (path: string) => {
    if (!item?.result) return;
    const { blob: file } = item.result;
    // Tools read pictures of pixels.
    const blob = (isSvg(file) && (await pngOfResult(item.result))) || file;
    pendingFile.put(new File([blob], resultName(item.file.name, tool.suffix, blob), { type: blob.type }));
    dispatch({ kind: 'saved', ids: [item.id] });
    done();
    await navigateTo(resolveLocalePath(site, path, code).path);
  };
  return (
    <section className={css.group} aria-label={say('workspace.action.continueIn')}>
      <h3 className={css.groupTitle}>{say('workspace.action.continueIn')}</h3>
      <div className={cards.menu}>
        {nextTools.map(({ name, path }) => (
          <Button key={name} onClick={() => void go(path)}>
            {say(`navigation.${name}`)}
          </Button>
        ))}
      </div>
    </section>
  );
};
