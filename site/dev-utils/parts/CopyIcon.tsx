import { useMessages } from 'sitegen/runtime';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { useToast } from '../../ui/Toast.tsx';

type CopyIconProps = { readonly text: string; readonly label: string };

/** Puts a text into the clipboard: for rows, where words would repeat. */
export const CopyIcon = ({ text, label }: CopyIconProps) => {
  const t = useMessages();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: t('common.toast.copied') }),
      () => toast({ kind: 'error', text: t('common.toast.copyFailed') }),
    );
  return (
    <Button kind="quiet" size="square" aria-label={label} title={label} onClick={copy}>
      <Glyph name="copy" />
    </Button>
  );
};
