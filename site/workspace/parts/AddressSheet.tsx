import { useEffect, useRef } from 'react';
import type { Outcome } from '../../engine/errors.ts';
import { useToast } from '../../ui/Toast.tsx';
import { pastedPicture } from '../incoming.ts';
import { useWords } from '../use-words.ts';
import { wordsOf } from '../words.ts';
import { AddressForm } from './AddressForm.tsx';
import { Sheet } from './KeyboardSheet.tsx';

type InputProps = { readonly onFiles: (files: readonly File[]) => void; readonly onClose: () => void };

/** Passes on a picture, or shows why it could not be loaded. */
export function useTaking({ onFiles, onClose }: InputProps): (outcome: Outcome<File>) => void {
  const { say, units } = useWords();
  const toast = useToast();
  return (outcome) => {
    if (outcome.ok) {
      onFiles([outcome.value]);
      return onClose();
    }
    const { title, text } = wordsOf(outcome.error, say, units);
    toast({ kind: 'error', text: `${title}. ${text}`, durationMs: 6000 });
  };
}

/** A sheet to enter the URL of a picture, or to confirm `address`: nothing is fetched before. */
export const AddressSheet = ({ address, ...props }: InputProps & { readonly address: string }) => {
  const { say } = useWords();
  const take = useTaking(props);
  return (
    <Sheet title={say('workspace.input.fromUrl')} onClose={props.onClose}>
      <AddressForm address={address} onOutcome={take} />
    </Sheet>
  );
};

/** Reads a picture from the clipboard, once. */
export const PasteNow = (props: InputProps) => {
  const take = useTaking(props);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void pastedPicture(navigator.clipboard, 'Ctrl V').then((outcome) => {
      take(outcome);
      props.onClose();
    });
  });
  return null;
};
