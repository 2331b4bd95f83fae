import { loadMessages, useMessages, useSite } from '@safelight/sitegen/runtime';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ToolMeta } from '../tools/meta.ts';
import { lazyTool, prepareTool } from '../tools/open.tsx';
import { nextTools } from '../tools/registry.ts';
import { sampleOf } from '../tools/samples.ts';
import { type Tracking, useTracking } from '../tracking/use-tracking.ts';
import { isAccepted } from '../ui/accepted.ts';
import { Dropzone } from '../ui/Dropzone.tsx';
import { takeHandedFiles } from '../ui/pending-file.ts';
import { useToast } from '../ui/Toast.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { useLazy } from '../ui/use-lazy.ts';
import { mayHaveDrafts } from '../workspace/drafts/setting.ts';
import type { OpenDraft } from '../workspace/drafts/store.ts';
import { OtherInputs } from '../workspace/OtherInputs.tsx';
import { SampleList } from './SampleList.tsx';
import css from './Workspace.module.css';

const loadDrafts = () => import('../workspace/drafts/DraftOffer.tsx');

/** What a later visit without a network needs beside the tool: the offer of a draft that this one leaves, the menu and the search. */
const loadForOffline = () =>
  Promise.all([loadDrafts(), import('./MobileMenuItems.tsx'), import('./SearchDialog.tsx'), loadMessages()]);

/** A drop zone, rendered on the server; after files are chosen, the editor of the tool. */
export const Workspace = ({ tool }: { readonly tool: ToolMeta }) => {
  const t = useMessages();
  const site = useSite();
  const toast = useToast();
  const tracking = useTracking(tool);
  const video = tool.kind === 'video';
  const [files, setFiles] = useState<readonly File[]>([]);
  const [restored, setRestored] = useState<OpenDraft | null>(null);
  const isEmpty = files.length === 0 && restored === null;
  /** Whether the device may hold a draft of an earlier visit. */
  const [mayContinue, setMayContinue] = useState(false);
  const [drafts, requestDrafts] = useLazy(loadDrafts);
  useEffect(() => {
    setMayContinue(mayHaveDrafts());
    if (mayHaveDrafts()) requestDrafts();
  }, [requestDrafts]);
  useEffect(() => {
    if (!isEmpty) void loadForOffline().catch(() => {});
  }, [isEmpty]);
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
    void takeHandedFiles(tool.kind).then((files) => files.length > 0 && open(files));
  }, [open, tool.kind]);

  useEffect(() => {
    if (!isEmpty || window.crossOriginIsolated) return;
    const controller = new AbortController();
    void import('../workspace/isolation.ts').then(({ isolate }) => isolate(site, controller.signal)).catch(() => {});
    return () => controller.abort();
  }, [isEmpty, site]);

  const close = useCallback(() => {
    setFiles([]);
    setRestored(null);
  }, []);
  const onEvent = useCallback((event: keyof Tracking) => tracking[event](), [tracking]);

  useLayoutEffect(() => {
    // The editor fills the window below the top bar.
    if (!isEmpty) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [isEmpty]);

  const prepare = isEmpty ? () => void prepareTool(tool.id, site) : undefined;
  const frame = useRef<HTMLElement>(null);
  useKeptFocus(frame);

  const samples = tool.samples.map(sampleOf);
  return (
    <section
      ref={frame}
      className={css.frame}
      data-screen-only=""
      aria-label={t('workspace.label', { tool: t(`navigation.${tool.name}`) })}
      data-open={isEmpty ? undefined : ''}
      // The tool arrives while the visitor looks for a picture.
      onClickCapture={prepare}
      onDragEnterCapture={prepare}
    >
      {/* The drop zone comes first in the tab order. */}
      {isEmpty ? (
        <Dropzone
          className={css.zone}
          kind={tool.kind}
          action={video ? t('workspace.input.chooseVideo') : t('workspace.input.chooseImage')}
          hint={video ? t('workspace.input.dropVideo') : t('workspace.input.drop')}
          dropNow={t('workspace.input.dropNow')}
          note={
            <>
              {t('workspace.input.private')}
              {` ${video ? t('workspace.input.formatsVideo') : t('workspace.input.formats')}`}
            </>
          }
          multiple={!video}
          onFiles={open}
        />
      ) : (
        lazyTool(tool.id).render({
          name: tool.name,
          files,
          onEvent,
          nextTools: nextTools(tool),
          onClose: close,
          restored,
        })
      )}
      {isEmpty && !video && <OtherInputs onFiles={open} />}
      {isEmpty && <SampleList kind={tool.kind} samples={samples} onFiles={open} />}
      {isEmpty && mayContinue && drafts && (
        <drafts.DraftOffer tool={tool.name} onContinue={setRestored} onDone={() => setMayContinue(false)} />
      )}
    </section>
  );
};
