import { Button } from '../../ui/Button.tsx';
import { Mark, type MarkName } from './Mark.tsx';

type MarkButtonProps = {
  readonly mark: MarkName;
  readonly label: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick: () => void;
};

/** A button with a symbol; its label is its name and its tooltip. */
export const MarkButton = ({ mark, label, disabled, pressed, onClick }: MarkButtonProps) => (
  <Button
    kind="quiet"
    size="square"
    aria-label={label}
    title={label}
    disabled={disabled}
    aria-pressed={pressed}
    onClick={onClick}
  >
    <Mark name={mark} />
  </Button>
);
