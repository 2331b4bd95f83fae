import { useMessages } from '@safelight/sitegen/runtime';
import { Button } from '../ui/Button.tsx';
import { Drawing } from '../ui/Drawing.tsx';
import { copyShape } from '../ui/drawings/copy.ts';
import { useCopy } from './use-copy.ts';

type CopyButtonProps = { readonly text: string; readonly label: string };

/** A button that copies a text to the clipboard and reports success or failure in a toast. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const copy = useCopy(useMessages()('common.toast.copied'));
  return (
    <Button onClick={() => copy(text)} disabled={text === ''}>
      <Drawing path={copyShape} />
      {label}
    </Button>
  );
};
