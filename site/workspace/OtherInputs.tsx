import { useMessages } from '@safelight/sitegen/runtime';
import { useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { isNamed } from '../ui/dropped-files.ts';
import { useLazy } from '../ui/use-lazy.ts';
import { useWebAddress } from '../ui/use-web-address.ts';
import { useEmptyFolder } from '../ui/use-window-drop.ts';
import css from './slot.module.css';

type OtherInputsProps = { readonly onFiles: (files: readonly File[]) => void };

const load = () => import('./parts/AddressSheet.tsx');

/** Further ways to open a picture, in the corner of the drop zone. Their code is loaded with the first click. */
export const OtherInputs = ({ onFiles }: OtherInputsProps) => {
  const t = useMessages();
  const [shown, setShown] = useState<'paste' | 'address' | null>(null);
  const [address, setAddress] = useState('');
  const [code, request] = useLazy(load);
  const show = (input: typeof shown, found = '') => {
    request();
    setAddress(found);
    setShown(input);
  };
  useWebAddress((found) => show('address', found));
  const folder = useRef<HTMLInputElement>(null);
  const onEmptyFolder = useEmptyFolder();
  const done = () => setShown(null);
  return (
    <div className={css.inputs}>
      <Button kind="quiet" onClick={() => show('paste')}>
        {t('workspace.input.paste')}
      </Button>
      <Button kind="quiet" onClick={() => show('address')}>
        {t('workspace.input.fromUrl')}
      </Button>
      <Button kind="quiet" className={css.folder} onClick={() => folder.current?.click()}>
        {t('workspace.input.fromFolder')}
      </Button>
      <input
        ref={folder}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('workspace.input.fromFolder')}
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])].filter(isNamed);
          target.value = '';
          if (files.length > 0) onFiles(files);
          else onEmptyFolder();
        }}
      />
      {code && shown === 'address' && (
        <code.AddressSheet key={address} address={address} onFiles={onFiles} onClose={done} />
      )}
      {code && shown === 'paste' && <code.PasteNow onFiles={onFiles} onClose={done} />}
    </div>
  );
};
