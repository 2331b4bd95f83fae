import { useMessages } from '@safelight/sitegen/runtime';
import { useCopy } from '../../shell/use-copy.ts';
import { Button } from '../../ui/Button.tsx';
import { Drawing } from '../../ui/Drawing.tsx';
import { copyShape } from '../../ui/drawings/copy.ts';

type CopyIconProps = { readonly text: string; readonly label: string };

/** An icon button that copies a text, for rows in which a worded button would be repeated. */
export const CopyIcon = ({ text, label }: CopyIconProps) => {
  const copy = useCopy(useMessages()('common.toast.copied'));
  return (
    <Button kind="quiet" size="square" aria-label={label} title={label} onClick={() => copy(text)}>
      <Drawing path={copyShape} />
    </Button>
  );
};
