import { useMessages } from '@safelight/sitegen/runtime';
import { Button } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { useCopy } from './use-copy.ts';

type CopyButtonProps = { readonly text: string; readonly label: string };

/** A button that copies a text to the clipboard and reports success or failure in a toast. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const copy = useCopy(useMessages()('common.toast.copied'));
  return (
    <Button onClick={() => copy(text)} disabled={text === ''}>
      <Glyph name="copy" />
      {label}
    </Button>
  );
};
