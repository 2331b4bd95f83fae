import { lazy, Suspense, useState } from 'react';
import { loadMessages, useMessages } from 'sitegen/runtime';
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

/** Further ways to open a picture, in the corner of the drop zone. What they need is loaded with the first press. */
export const OtherInputs = ({ onFiles }: OtherInputsProps) => {
  const t = useMessages();
  const [asked, setAsked] = useState<'paste' | 'address' | null>(null);
  const done = () => setAsked(null);
  return (
    <div className={css.inputs}>
      <Button kind="quiet" onClick={() => setAsked('paste')}>
        {t('workspace.input.paste')}
      </Button>
      <Button kind="quiet" onClick={() => setAsked('address')}>
        {t('workspace.input.fromUrl')}
      </Button>
      <Suspense>
        {asked === 'address' && <AddressSheet onFiles={onFiles} onClose={done} />}
        {asked === 'paste' && <PasteNow onFiles={onFiles} onClose={done} />}
      </Suspense>
    </div>
  );
};
