import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useMessages } from 'sitegen/runtime';
import { isAccepted } from '../ui/accepted.ts';
import { Dropzone } from '../ui/Dropzone.tsx';
import { pendingFile } from '../ui/pending-file.ts';
import { useToast } from '../ui/Toast.tsx';
import { OpenFile } from './OpenFile.tsx';
import { Prints } from './Prints.tsx';
import type { Tool } from './tools.ts';
import css from './Workspace.module.css';

export type WorkspaceProps = {
  readonly tool: Tool;
  /** The tool at work on a file; without it the file is shown and the page says that the tool is being built. */
  readonly work?: ((file: File) => ReactNode) | undefined;
};

/** The place of a tool on its page: a drop zone of fixed size, rendered on the server, that gives way to the tool's work. */
export const Workspace = ({ tool, work }: WorkspaceProps) => {
  const t = useMessages();
  const toast = useToast();
  const [file, setFile] = useState<File | null>(null);
  const open = useCallback(
    (candidate: File | undefined) => {
      if (!candidate) return;
      const { name, type } = candidate;
      if (isAccepted(candidate, tool.kind)) setFile(candidate);
      else
        toast({
          kind: 'error',
          text:
            tool.kind === 'video'
              ? t('errors.file.wrongTypeVideo.text', { name, type })
              : t('errors.file.wrongType.text', { name, type }),
          durationMs: 6000,
        });
    },
    [tool.kind, toast, t],
  );
  useEffect(() => open(pendingFile.take() ?? undefined), [open]);

  const video = tool.kind === 'video';
  return (
    <section className={css.frame} aria-label={t('workspace.label', { tool: t(`navigation.${tool.name}`) })}>
      {file === null ? (
        <Dropzone
          className={css.zone}
          kind={tool.kind}
          action={video ? t('workspace.input.chooseVideo') : t('workspace.input.chooseImage')}
          hint={video ? t('workspace.input.dropVideo') : t('workspace.input.drop')}
          dropNow={t('workspace.input.dropNow')}
          note={
            <>
              {t('workspace.input.private')}
              {!video && ` ${t('workspace.input.formats')}`}
            </>
          }
          tray={<Prints names={[`${tool.name}-before`, `${tool.name}-after`]} />}
          onFiles={(files) => open(files[0])}
        />
      ) : (
        (work?.(file) ?? <OpenFile file={file} kind={tool.kind} onReplace={() => setFile(null)} />)
      )}
    </section>
  );
};
