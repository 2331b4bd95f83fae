import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useMessages, useSite } from 'sitegen/runtime';
import { nextToolsOf, type Tool } from '../tools/registry.ts';
import { samplesOf } from '../tools/samples.ts';
import { type Tracking, useTracking } from '../tracking/use-tracking.ts';
import { isAccepted } from '../ui/accepted.ts';
import { Dropzone } from '../ui/Dropzone.tsx';
import { pendingFile } from '../ui/pending-file.ts';
import { useToast } from '../ui/Toast.tsx';
import { OtherInputs } from '../workspace/OtherInputs.tsx';
import { OpenFile } from './OpenFile.tsx';
import { Prints } from './Prints.tsx';
import { SampleList } from './SampleList.tsx';
import css from './Workspace.module.css';

/** Renders a tool at work. `files` are what the visitor chose first; `onClose` brings the drop zone back. */
export type Work = (opened: {
  readonly name: string;
  readonly files: readonly File[];
  readonly onEvent: (event: 'select' | 'generate' | 'download') => void;
  readonly nextTools: readonly Pick<Tool, 'name' | 'path'>[];
  readonly onClose: () => void;
}) => ReactNode;

export type WorkspaceProps = {
  readonly tool: Tool;
  /** Without it the file is shown and the page says that the tool is being built. */
  readonly work?: Work | undefined;
};

/** The place of a tool on its page: a drop zone of fixed size, rendered on the server, that gives way to the tool's work. */
export const Workspace = ({ tool, work }: WorkspaceProps) => {
  const t = useMessages();
  const { base } = useSite();
  const toast = useToast();
  const tracking = useTracking(tool.name);
  const [files, setFiles] = useState<readonly File[]>([]);
  const open = useCallback(
    (candidates: readonly File[]) => {
      const accepted = candidates.filter((candidate) => isAccepted(candidate, tool.kind));
      if (accepted.length > 0) setFiles(accepted);
      const refused = candidates.find((candidate) => !accepted.includes(candidate));
      if (refused) {
        const { name, type } = refused;
        toast({
          kind: 'error',
          text:
            tool.kind === 'video'
              ? t('errors.file.wrongTypeVideo.text', { name, type })
              : t('errors.file.wrongType.text', { name, type }),
          durationMs: 6000,
        });
      }
    },
    [tool.kind, toast, t],
  );
  useEffect(() => {
    const pending = pendingFile.take();
    if (pending) open([pending]);
  }, [open]);

  const close = useCallback(() => setFiles([]), []);
  const onEvent = useCallback((event: keyof Tracking) => tracking[event](), [tracking]);

  const video = tool.kind === 'video';
  const [file] = files;
  const samples = work ? samplesOf(tool.path.slice(1)) : [];
  return (
    <section className={css.frame} aria-label={t('workspace.label', { tool: t(`navigation.${tool.name}`) })}>
      {/* Keeps what is dropped or pasted before this page is alive. */}
      <script async src={`${base.replace(/\/$/, '')}/early-files.js`} />
      {file === undefined && work && !video && <OtherInputs onFiles={open} />}
      {file === undefined && samples.length > 0 && <SampleList samples={samples} onFiles={open} />}
      {file === undefined ? (
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
          tray={
            samples.length > 0 ? (
              <span />
            ) : (
              <Prints paths={['before', 'after'].map((side) => `/samples${tool.path}/${side}-480.webp`)} />
            )
          }
          multiple={work !== undefined && !video}
          onFiles={open}
        />
      ) : (
        (work?.({ name: tool.name, files, onEvent, nextTools: nextToolsOf(tool), onClose: close }) ?? (
          <OpenFile file={file} kind={tool.kind} onReplace={close} />
        ))
      )}
    </section>
  );
};
