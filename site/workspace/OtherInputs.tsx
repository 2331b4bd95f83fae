import { loadMessages, useMessages } from '@safelight/sitegen/runtime';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import css from './slot.module.css';

type OtherInputsProps = { readonly onFiles: (files: readonly File[]) => void };

const AddressSheet = lazy(async () => {
  const [{ AddressSheet: Loaded }] = await Promise.all([import('./parts/AddressSheet.tsx'), loadMessages()]);
  return { default: Loaded };
});
const PasteNow = lazy(async () => {
  const [{ PasteNow: Loaded }] = await Promise.all([import('./parts/AddressSheet.tsx'), loadMessages()]);
  return { default: Loaded };
});

/** Further ways to open a picture, in the corner of the drop zone. Their code is loaded with the first click. */
export const OtherInputs = ({ onFiles }: OtherInputsProps) => {
  const t = useMessages();
  const [shown, setShown] = useState<'paste' | 'address' | null>(null);
  const done = () => setShown(null);
  return (
    <div className={css.inputs}>
      <Button kind="quiet" onClick={() => setShown('paste')}>
        {t('workspace.input.paste')}
      </Button>
      <Button kind="quiet" onClick={() => setShown('address')}>
        {t('workspace.input.fromUrl')}
      </Button>
      <Suspense>
        {shown === 'address' && <AddressSheet onFiles={onFiles} onClose={done} />}
        {shown === 'paste' && <PasteNow onFiles={onFiles} onClose={done} />}
      </Suspense>
    </div>
  );
};
