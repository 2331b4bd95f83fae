import type { FormEvent } from 'react';
import type { Outcome } from '../../engine/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { picturePerUrl } from '../incoming.ts';
import { useWords } from '../use-words.ts';
import cards from './cards.module.css';

type AddressFormProps = {
  /** What the field holds at first. */
  readonly address: string;
  readonly onOutcome: (outcome: Outcome<File>) => void;
};

/** Address of a picture, and the picture that is there. */
export const AddressForm = ({ address: given, onOutcome }: AddressFormProps) => {
  const { say } = useWords();
  const open = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get('address') ?? '');
    onOutcome(await picturePerUrl(address, window.location.href));
  };
  return (
    <form className={cards.address} onSubmit={(event) => void open(event)}>
      <TextField
        name="address"
        inputMode="url"
        defaultValue={given}
        label={say('workspace.input.urlLabel')}
        hint={say('workspace.input.urlNote')}
      />
      <Button type="submit">{say('workspace.input.urlOpen')}</Button>
    </form>
  );
};
