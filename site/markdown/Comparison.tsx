import { Picture } from '@safelight/sitegen/runtime';
import type { TextPicture } from '@safelight/sitegen/types';
import { BeforeAfter } from '../shell/BeforeAfter.tsx';
import css from './Comparison.module.css';

type ComparisonProps = {
  /** Caption of the two pictures. */
  readonly label: string;
  /** A title names the picture instead of “Before” or “After”. */
  readonly before: TextPicture;
  readonly after: TextPicture;
};

/** The block `:::compare` of an article: the slider of the tools, with a caption. */
export const Comparison = ({ label, before, after }: ComparisonProps) => (
  <figure className={css.comparison}>
    <BeforeAfter
      before={<Picture image={before} alt={before.alt} />}
      after={<Picture image={after} alt={after.alt} />}
      beforeLabel={before.title}
      afterLabel={after.title}
    />
    <figcaption>{label}</figcaption>
  </figure>
);
