import { useMessages } from 'sitegen/runtime';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { useToast } from '../ui/Toast.tsx';

type CopyButtonProps = { readonly text: string; readonly label: string };

/** Puts a text into the clipboard and says whether that worked. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const t = useMessages();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: t('common.toast.copied') }),
      () => toast({ kind: 'error', text: t('common.toast.copyFailed') }),
    );
  return (
    <Button onClick={copy} disabled={text === ''}>
      <Glyph name="copy" />
      {label}
    </Button>
  );
};
